import {
  compare,
  defineRule,
  type Exchange,
  type Finding,
  held,
  http,
  inconclusive,
  needs,
  values,
  violated,
} from '#rule';
import { calledByGet, knownAddress, noItem, readRepeatedly } from '../_shared/operations.js';

const checked = 'validation/unsupported-method-answers-405';
const expected = '405 with a field Allow';

/**
 * PROPFIND is safe wherever it is supported; POST goes to an item of this run. A method that seems to be supported is
 * not checked.
 */
export default defineRule({
  clause: 'ERR-17',
  title: 'An unsupported method returns 405 with Allow',
  otherwise: 'An unsupported method did not return 405 with Allow',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable],
  assumes: ['creation/created-item-is-readable'],
  cases: 3,
  given: (bodies) =>
    values.record({ body: bodies.body(), way: values.oneOf<Way>('POST item', 'PROPFIND item', 'PROPFIND list') }),
  when: async ({ body, way }, { items, client, collection }) => {
    const item = await items.create(body, { role: 'control' });
    const path = way === 'PROPFIND list' && collection.list ? items.firstPage(null) : item.path;
    // Where POST to a chosen id creates an item, or may change one, it is supported.
    const isCreation = collection.creation?.isNamed && collection.create?.method === 'POST';
    const isSupported = isCreation || collection.patch?.method === 'POST';
    const isPost = way === 'POST item' && !isSupported;
    const asked = await client.trySend(isPost ? { method: 'POST', path, json: {} } : { method: 'PROPFIND', path });
    return { asked, get: await client.send({ method: 'GET', path, role: 'control' }) };
  },
  then: judgeMethod,
  elsewhere: {
    needs: [calledByGet, knownAddress, noItem],
    yieldsTo: { list: [checked], read: [checked] },
    when: async (_, tools) => {
      const { path, reads } = await readRepeatedly(tools);
      return { asked: await tools.client.trySend({ method: 'PROPFIND', path }), get: reads[0] };
    },
    then: judgeMethod,
  },
  observes: {
    statuses: [405],
    findFlaw: ({ answer }) => (http.getHeader(answer, 'allow') === undefined ? '405 without Allow' : undefined),
    expected,
  },
  silentIn: ['access-bearer', 'errors-empty', 'two-versions', 'pagination-offset', 'ids-integer'],
});

function judgeMethod({ asked, get }: { readonly asked: Exchange; readonly get: Exchange }): Finding {
  if (!http.hasStatus(get, 200)) return inconclusive('setup', `GET of the same URL returned ${get.answer?.status}`);
  return asked.method === 'POST' ? judgeKnownMethod(asked) : judgeUnknownMethod(asked, get);
}

type Way = 'POST item' | 'PROPFIND item' | 'PROPFIND list';

const accused = (asked: Exchange, what: string): Finding =>
  violated({ expected, actual: `${asked.method} returned ${asked.answer?.status}${what}`, shows: [asked] });

/** An item that answers GET exists: 404 and 500 are wrong for it. */
function judgeKnownMethod(asked: Exchange): Finding {
  if (http.hasStatus(asked, 405)) return judgeAllow(asked);
  if (http.hasStatus(asked, 501)) return held;
  return http.hasStatus(asked, 404, 500) ? accused(asked, '') : undecided(asked);
}

/**
 * A service that does not know a method returns 501; a server in front of it may return 400 or 404. PROPFIND that is
 * supported returns 207 (RFC 4918 §9.1), so another success is none of that method.
 */
function judgeUnknownMethod(asked: Exchange, get: Exchange): Finding {
  if (http.hasStatus(asked, 405)) return judgeAllow(asked);
  if (http.hasStatus(asked, 501)) return held;
  if (http.hasStatus(asked, 400, 404)) return undecided(asked);
  const isGet =
    http.hasStatus(asked, 200) && get.answer?.text !== '' && compare.isEquivalent(asked.answer?.json, get.answer?.json);
  if (isGet && get.answer?.json !== undefined) return accused(asked, ', as if it were GET');
  return http.hasStatus(asked, 200, 201, 204, 500) ? accused(asked, '') : undecided(asked);
}

const judgeAllow = (asked: Exchange): Finding =>
  http.getHeader(asked.answer, 'allow') === undefined ? accused(asked, ' without Allow') : held;

const undecided = (asked: Exchange): Finding =>
  inconclusive('no-usable-case', `${asked.method} returned ${asked.answer?.status ?? asked.silence}`);
