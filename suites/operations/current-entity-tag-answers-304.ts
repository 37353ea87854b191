import { assume, defineRule, held, http, inconclusive, type Tools, values, violated } from '#rule';
import { calledByGet, knownAddress, taggedAddress } from './_shared/needs.js';
import { readRepeatedly } from './_shared/reads.js';

/** RFC 9110 §13.1.2. A tag that differs between two reads is not judged. */
export default defineRule({
  clause: 'CACHE-02',
  level: 'MUST',
  family: 'http',
  per: 'operation',
  title: 'If-None-Match with the current tag of an address returns 304',
  otherwise: 'If-None-Match with the current tag of an address did not return 304',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  watches: 'collection',
  isPastCaches: true,
  needs: [calledByGet, knownAddress, taggedAddress],
  yieldsTo: { read: ['caching/current-entity-tag-answers-304'] },
  cases: 1,
  given: () => values.oneOf(null),
  when: async (_: null, tools: Tools) => {
    const { path, reads } = await readRepeatedly(tools);
    const tags = reads.map(({ answer }) => http.getHeader(answer, 'etag'));
    const [tag] = tags;
    assume(tag !== undefined, 'no-usable-case', `GET ${path} has no ETag field`);
    assume(
      tags.every((other) => other === tag),
      'no-usable-case',
      `the ETag of ${path} differs between two reads`,
    );
    const get = (headers = {}) => tools.client.send({ method: 'GET', path, headers });
    const asked = await get({ 'if-none-match': tag });
    return { read: reads[0], tag, asked, again: await get() };
  },
  then: ({ read, tag, asked, again }) => {
    if (http.hasStatus(asked, 304)) return held;
    const status = asked.answer?.status;
    if (!http.hasStatus(asked, 200, 412)) return inconclusive('setup', `GET returned ${status}`);
    const later = [http.getHeader(asked.answer, 'etag') ?? tag, http.getHeader(again.answer, 'etag')];
    if (later.some((other) => other !== tag)) return inconclusive('noise', 'the entity tag differs between two reads');
    return violated({ expected: 'GET returns 304', actual: `GET returned ${status}`, shows: [read, asked] });
  },
  proof: { silentIn: ['inventory', 'inventory-with-statistics'] },
});
