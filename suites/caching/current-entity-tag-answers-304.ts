import { assume, defineRule, type Exchange, held, http, inconclusive, needs, values, violated } from '#rule';
import { calledByGet, knownAddress, readRepeatedly } from '../_shared/operations.js';
import { findStatus, monitorAfter } from '../_shared/recorded-sequences.js';
import { findCurrent, hasTag, listTags, readEntityTag, readIfNoneMatch, readTag } from './_shared/reads.js';

const taggedAddress = needs.defineNeed('operation', {
  name: 'tagged address',
  reason: 'no response of the address had an ETag field in the survey',
  enable: 'resources[]',
  isMet: ({ call }) => call.isTagged === true,
});

/** If-None-Match compares weakly, and takes lists and `*` for any representation (RFC 9110 §13.1.2). */
export default defineRule({
  clause: 'CACHE-02',
  title: 'If-None-Match with the current entity tag returns 304',
  otherwise: 'If-None-Match with the current entity tag did not return 304',
  touches: 'writes',
  reusedItems: 1,
  isPastCaches: true,
  needs: [needs.creatable, needs.readable],
  assumes: ['creation/created-item-is-readable', 'safety/get-does-not-change-the-item'],
  cases: 4,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      form: values.oneOf<Form>('alone', 'in a list', 'in the other form, weak or strong', 'as an asterisk'),
    }),
  when: async ({ body, form }, tools) => {
    const item = await tools.items.create(body);
    const { read, tag } = await readTag(item, tools);
    const asked = await readIfNoneMatch(item, wording[form](tag), tools);
    const again = http.hasStatus(asked, 304) ? undefined : await tools.client.send({ method: 'GET', path: item.path });
    return { read, tag, asked, again };
  },
  then: ({ read, tag, asked, again }) => {
    const status = asked.answer?.status;
    if (http.hasStatus(asked, 304)) return held;
    if (!http.hasStatus(asked, 200, 412)) return inconclusive('setup', `GET returned ${status}`);
    const tags = [http.getHeader(asked.answer, 'etag') ?? tag, http.getHeader(again?.answer, 'etag')];
    if (tags.some((other) => other !== tag)) return inconclusive('noise', 'the entity tag differs between two GETs');
    return violated({ expected: 'GET returns 304', actual: `GET returned ${status}`, shows: [read, asked] });
  },
  elsewhere: {
    needs: [calledByGet, knownAddress, taggedAddress],
    yieldsTo: { read: ['caching/current-entity-tag-answers-304'] },
    when: async (_, tools) => {
      const { path } = await readRepeatedly(tools);
      const get = (headers = {}) => tools.client.send({ method: 'GET', path, headers });
      let tried = await tryTag(path, get);
      // Another check may have changed what the address shows.
      for (let more = 3; more > 0 && !tried.isStable; more -= 1) tried = await tryTag(path, get);
      return tried;
    },
    then: ({ read, asked, isStable }) => {
      if (http.hasStatus(asked, 304)) return held;
      const status = asked.answer?.status;
      if (!http.hasStatus(asked, 200, 412)) return inconclusive('setup', `GET returned ${status}`);
      // A check that failed for this reason is run again when nothing else is under way.
      if (!isStable) return inconclusive('setup', 'the entity tag differs between two reads');
      return violated({ expected: 'GET returns 304', actual: `GET returned ${status}`, shows: [read, asked] });
    },
  },
  monitor: monitorAfter(
    '304, because the entity tag is current',
    (exchange, traffic) => {
      const tags = exchange.method === 'GET' ? listTags(exchange.fields['if-none-match']) : [];
      const current = tags.length > 0 ? findCurrent(exchange, traffic) : undefined;
      const isAsked = current !== undefined && hasTag(tags, current.tag);
      // The response names the tag itself: nothing that was not recorded has changed it.
      const isCurrent = http.hasStatus(exchange, 304) || readEntityTag(exchange) === current?.tag;
      return isAsked && isCurrent ? [current.read] : undefined;
    },
    findStatus(200),
  ),
  silentIn: ['etags', 'weak-etags', 'fresh-for-30-seconds', 'access-bearer', 'inventory'],
});

type Form = 'alone' | 'in a list' | 'in the other form, weak or strong' | 'as an asterisk';

const wording: Readonly<Record<Form, (tag: string) => string>> = {
  alone: (tag) => tag,
  'in a list': (tag) => `"assay-1", ${tag}, W/"assay-2"`,
  'in the other form, weak or strong': (tag) => (tag.startsWith('W/') ? tag.slice(2) : `W/${tag}`),
  'as an asterisk': () => '*',
};

/** Reads twice, asks with the tag, and reads again; the tag is stable where all of these show it. */
async function tryTag(path: string, get: (headers?: Record<string, string>) => Promise<Exchange>) {
  const [read, second] = [await get(), await get()];
  const tag = http.getHeader(read.answer, 'etag');
  assume(tag !== undefined, 'no-usable-case', `GET ${path} has no ETag field`);
  const asked = await get({ 'if-none-match': tag });
  const again = await get();
  const others = [second, again].map(({ answer }) => http.getHeader(answer, 'etag'));
  const shown = http.getHeader(asked.answer, 'etag') ?? tag;
  return { read, asked, isStable: http.hasStatus(asked, 304) || [...others, shown].every((other) => other === tag) };
}
