import { assume, defineRule, type Finding, held, http, type Tools, violated } from '#rule';
import { type HeadAndGet, sendHeadAndGet } from './_shared/head.js';
import { calledByGet, knownAddress } from './_shared/needs.js';

/** RFC 9110 §9.3.2 and §8.6. A length that differs between two GETs is not compared. */
export default defineRule({
  clause: 'HEAD-02',
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
  when: async (_, tools: Tools) => {
    const seen = await sendHeadAndGet(tools, judge);
    const refused = seen.heads.find((head) => http.hasStatus(head, 3, 401, 403, 405, 501));
    assume(refused === undefined, 'no-usable-case', `HEAD returned ${refused?.answer?.status}`);
    return seen;
  },
  then: judge,
  proof: { silentIn: ['inventory', 'inventory-with-statistics', 'etags', 'time-in-the-body'] },
});

function judge({ gets, heads }: HeadAndGet): Finding {
  const shows = [...gets.slice(0, 1), ...heads.slice(0, 1)];
  const content = heads.map((head) => head.answer?.content).find((one) => one);
  if (content) return violated({ expected: 'no content', actual: content.slice(0, 200), shows });
  const [wanted = null, actual = null] = [gets, heads].map(([one]) => one?.answer?.status ?? null);
  if (heads.every(({ answer }) => answer?.status !== wanted)) return violated({ expected: wanted, actual, shows });
  const [real, ...others] = gets.map(readLength);
  const [told, ...repeated] = heads.map(readLength);
  const isSteady = others.every((length) => length === real);
  const isOther = [told, ...repeated].every((length) => length !== undefined && length !== real);
  if (real === undefined || !isSteady || !isOther) return held;
  return violated({ expected: `Content-Length: ${real}`, actual: `Content-Length: ${told}`, shows });
}

/** A server that compresses the content of GET may do so for GET alone. */
const readLength = ({ answer }: HeadAndGet['gets'][number]): string | undefined =>
  http.getHeader(answer, 'content-encoding') === undefined ? http.getHeader(answer, 'content-length') : undefined;
