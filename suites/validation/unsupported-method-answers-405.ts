import {
  creatable,
  defineRule,
  type Exchange,
  type Finding,
  getHeader,
  type HttpRequest,
  hasStatus,
  held,
  inconclusive,
  isEquivalent,
  oneOf,
  readable,
  record,
  violated,
} from '#rule';

/**
 * PROPFIND is safe wherever it is supported; POST goes to an item of this run. A method that seems to be supported is
 * not checked.
 */
export default defineRule({
  clause: 'ERR-17',
  level: 'SHOULD',
  family: 'http',
  per: 'collection',
  title: 'An unsupported method returns 405 with Allow',
  otherwise: 'An unsupported method did not return 405 with Allow',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, readable],
  assumes: ['creation/created-item-is-readable'],
  cases: 3,
  given: (bodies) => record({ body: bodies.body(), way: oneOf<Way>('POST item', 'PROPFIND item', 'PROPFIND list') }),
  when: async ({ body, way }, { items, http, collection }) => {
    const item = await items.create(body, { role: 'control' });
    const path = way === 'PROPFIND list' && collection.list ? items.firstPage(null) : item.path;
    const order: HttpRequest = way === 'POST item' ? { method: 'POST', path, json: {} } : { method: 'PROPFIND', path };
    const asked = await http.trySend(order);
    return { asked, get: await http.send({ method: 'GET', path, role: 'control' }) };
  },
  then: ({ asked, get }) => {
    if (!hasStatus(get, 200)) return inconclusive('setup', `GET of the same URL returned ${get.answer?.status}`);
    return asked.method === 'POST' ? judgeKnown(asked) : judgeUnknown(asked, get);
  },
  proof: {
    violatedBy: ['method-not-allowed-answers-404', 'method-not-allowed-of-the-list-lacks-allow'],
    silentIn: ['access-bearer', 'errors-empty', 'two-versions', 'pagination-offset', 'ids-integer'],
  },
});

type Way = 'POST item' | 'PROPFIND item' | 'PROPFIND list';

const expected = '405 with a field Allow';

const accused = (asked: Exchange, what: string): Finding =>
  violated({ expected, actual: `${asked.method} returned ${asked.answer?.status}${what}`, shows: [asked] });

/** An item that answers GET exists: 404 and 500 are wrong for it. */
function judgeKnown(asked: Exchange): Finding {
  if (hasStatus(asked, 405)) return judgeAllow(asked);
  if (hasStatus(asked, 501)) return held;
  return hasStatus(asked, 404, 500) ? accused(asked, '') : undecided(asked);
}

/** A service that does not know a method returns 501; a server in front of it may return 400 or 404. */
function judgeUnknown(asked: Exchange, get: Exchange): Finding {
  if (hasStatus(asked, 405)) return judgeAllow(asked);
  if (hasStatus(asked, 400, 404, 501)) return held;
  const isGet = hasStatus(asked, 200) && get.answer?.text !== '' && isEquivalent(asked.answer?.json, get.answer?.json);
  if (isGet && get.answer?.json !== undefined) return accused(asked, ', as if it were GET');
  return hasStatus(asked, 500) ? accused(asked, '') : undecided(asked);
}

const judgeAllow = (asked: Exchange): Finding =>
  getHeader(asked.answer, 'allow') === undefined ? accused(asked, ' without Allow') : held;

const undecided = (asked: Exchange): Finding =>
  inconclusive('no-usable-case', `${asked.method} returned ${asked.answer?.status ?? asked.silence}`);
