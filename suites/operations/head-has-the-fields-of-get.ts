import { assume, defineRule, held, http, type Tools, values, violated } from '#rule';
import { sendHeadAndGet } from './_shared/head.js';
import { calledByGet, knownAddress } from './_shared/needs.js';

/** Fields about the resource, which do not depend on the generated content. */
const independent = [
  'content-type',
  'last-modified',
  'cache-control',
  'link',
  'content-language',
  'deprecation',
  'sunset',
];

/** Fields that a service may compute from the content; a HEAD response with the length of the content had it. */
const derived = ['etag', 'x-total-count', 'x-total'];

/** RFC 9110 §9.3.2: fields whose value is determined only while generating the content may be left out. */
export default defineRule({
  clause: 'HEAD-03',
  level: 'SHOULD',
  family: 'http',
  per: 'operation',
  title: 'HEAD has the header fields of GET',
  otherwise: 'HEAD lacks a header field of GET, or has another value',
  since: '0.2',
  stage: 'provisional',
  touches: 'reads',
  watches: 'list',
  isPastCaches: true,
  needs: [calledByGet, knownAddress],
  assumes: ['operations/head-is-supported', 'safety/head-does-not-change-the-item'],
  cases: 1,
  given: () => values.oneOf(null),
  when: async (_: null, tools: Tools) => {
    const seen = await sendHeadAndGet(tools);
    assume(http.hasStatus(seen.head, 200), 'no-usable-case', `HEAD returned ${seen.head.answer?.status}`);
    return seen;
  },
  then: ({ get, head, again }) => {
    const read = (one: typeof get, name: string) => http.getHeader(one.answer, name);
    // A server that compresses the content of GET, and weakens its entity tag, may do so for GET alone.
    const isCoded = [get, head].some((one) => read(one, 'content-encoding') !== undefined);
    const hasLength = read(head, 'content-length') !== undefined && !isCoded;
    for (const name of hasLength ? [...independent, ...derived] : independent) {
      const [first, told, second] = [get, head, again].map((one) => read(one, name));
      if (first === undefined || second === undefined) continue;
      const isSteady = first === second && derived.includes(name);
      if (told !== undefined && (told === first || !isSteady)) continue;
      return violated({
        expected: `${name}: ${first}`,
        actual: told ? `${name}: ${told}` : `no ${name}`,
        shows: [get, head],
      });
    }
    return held;
  },
  proof: { silentIn: ['etags', 'fresh-for-30-seconds', 'two-versions', 'inventory', 'time-in-the-body'] },
});
