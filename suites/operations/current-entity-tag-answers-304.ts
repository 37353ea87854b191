import { assume, defineRule, type Exchange, held, http, inconclusive, type Tools, violated } from '#rule';
import { calledByGet, knownAddress, taggedAddress } from './_shared/needs.js';
import { readRepeatedly } from './_shared/reads.js';

/** RFC 9110 §13.1.2. A tag that differs between two reads is not judged. */
export default defineRule({
  clause: 'CACHE-02',
  per: 'operation',
  title: 'If-None-Match with the current tag of an address returns 304',
  otherwise: 'If-None-Match with the current tag of an address did not return 304',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  watches: 'list',
  isPastCaches: true,
  needs: [calledByGet, knownAddress, taggedAddress],
  yieldsTo: { read: ['caching/current-entity-tag-answers-304'] },
  when: async (_, tools: Tools) => {
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
  proof: { silentIn: ['inventory', 'inventory-with-statistics'] },
});

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
