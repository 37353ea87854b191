import { assume, defineRule, held, http, type Tools, values, violated } from '#rule';
import { type HeadAndGet, sendHeadAndGet } from './_shared/head.js';
import { calledByGet, knownAddress } from './_shared/needs.js';

/** RFC 9110 §9.3.2 and §8.6. A length that differs between two GETs is not compared. */
export default defineRule({
  clause: 'HEAD-02',
  level: 'MUST',
  family: 'http',
  per: 'operation',
  title: 'HEAD mirrors GET at each address, without content',
  otherwise: 'HEAD does not mirror GET',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  watches: 'list',
  isPastCaches: true,
  needs: [calledByGet, knownAddress],
  assumes: ['operations/head-is-supported', 'safety/head-does-not-change-the-item'],
  yieldsTo: { read: ['safety/head-matches-get'] },
  cases: 1,
  given: () => values.oneOf(null),
  when: async (_: null, tools: Tools) => {
    const seen = await sendHeadAndGet(tools);
    const { head } = seen;
    assume(!http.hasStatus(head, 3, 401, 403, 405, 501), 'no-usable-case', `HEAD returned ${head.answer?.status}`);
    return seen;
  },
  then: ({ get, head, again }) => {
    const shows = [get, head];
    if (head.answer?.content)
      return violated({ expected: 'no content', actual: head.answer.content.slice(0, 200), shows });
    if (head.answer?.status !== get.answer?.status)
      return violated({ expected: get.answer?.status ?? null, actual: head.answer?.status ?? null, shows });
    const [told, real, later] = [head, get, again].map(readLength);
    if (told === undefined || real === undefined || real !== later || told === real) return held;
    return violated({ expected: `Content-Length: ${real}`, actual: `Content-Length: ${told}`, shows });
  },
  proof: { silentIn: ['inventory', 'inventory-with-statistics', 'etags', 'time-in-the-body'] },
});

/** A server that compresses the content of GET may do so for GET alone. */
const readLength = ({ answer }: HeadAndGet['get']): string | undefined =>
  http.getHeader(answer, 'content-encoding') === undefined ? http.getHeader(answer, 'content-length') : undefined;
