import {
  assume,
  defineMonitor,
  defineRule,
  type Exchange,
  type Finding,
  held,
  http,
  type Tools,
  violated,
} from '#rule';
import { calledByGet, type HeadAndGet, knownAddress, sendHeadAndGet } from '../_shared/operations.js';

/** Fields about the resource, which do not depend on the generated content. */
const fixed = ['content-type', 'last-modified', 'cache-control', 'link', 'content-language', 'deprecation', 'sunset'];

/** Fields that a service may compute from the content; a HEAD response with the length of the content had it. */
const derived = ['etag', 'x-total-count', 'x-total'];

/** RFC 9110 §9.3.2: fields whose value is determined only while generating the content may be left out. */
export default defineRule({
  clause: 'HEAD-03',
  per: 'operation',
  title: 'HEAD has the header fields of GET',
  otherwise: 'HEAD lacks a header field of GET, or has another value',
  touches: 'reads',
  watches: 'list',
  isPastCaches: true,
  needs: [calledByGet, knownAddress],
  assumes: ['safety/head-is-supported', 'safety/head-does-not-change-the-item'],
  when: async (_, tools: Tools) => {
    const seen = await sendHeadAndGet(tools, judge);
    const other = seen.heads.find((head) => !http.hasStatus(head, 200));
    assume(other === undefined, 'no-usable-case', `HEAD returned ${other?.answer?.status}`);
    return seen;
  },
  then: judge,
  monitor: defineMonitor({
    expected: 'the header fields of GET',
    on: (exchange, traffic) => {
      const get = traffic.getTrack(exchange.path).reads.at(-1);
      const isHead = exchange.method === 'HEAD' && http.hasStatus(exchange, 200) && exchange.hasFields;
      if (!isHead || !get?.hasFields || get.caller !== exchange.caller) return undefined;
      if (!traffic.isUndisturbed(get, exchange) || http.isCached(get) !== http.isCached(exchange)) return undefined;
      const finding = judge({ gets: [get], heads: [exchange] });
      if (finding.verdict !== 'violated') return 'kept';
      return { flaw: `HEAD has ${finding.grounds.actual}, GET ${finding.grounds.expected}`, shows: [get, exchange] };
    },
  }),
  silentIn: ['etags', 'fresh-for-30-seconds', 'two-versions', 'inventory', 'time-in-the-body'],
});

/** What is compared: the status and the header fields. */
type Messages = { readonly [side in keyof HeadAndGet]: readonly Exchange[] };

function judge({ gets, heads }: Messages | HeadAndGet): Finding {
  const read = (some: readonly (Exchange | HeadAndGet['gets'][number])[], name: string) =>
    some.map(({ answer }) => http.getHeader(answer, name));
  // A server that compresses the content of GET, and weakens its entity tag, may do so for GET alone.
  const isCoded = read([...gets, ...heads], 'content-encoding').some((coding) => coding !== undefined);
  const hasLength = !isCoded && read(heads, 'content-length').every((length) => length !== undefined);
  for (const name of hasLength ? [...fixed, ...derived] : fixed) {
    const [wanted, told] = [read(gets, name), read(heads, name)];
    if (wanted.includes(undefined)) continue;
    const isSteady = wanted.every((value) => value === wanted[0]) && derived.includes(name);
    if (told.some((value) => value !== undefined && (value === wanted[0] || !isSteady))) continue;
    return violated({
      expected: `${name}: ${wanted[0]}`,
      actual: told[0] ? `${name}: ${told[0]}` : `no ${name}`,
      shows: [...gets.slice(0, 1), ...heads.slice(0, 1)],
    });
  }
  return held;
}
