import { assume, defineRule, type Finding, held, http, needs, values, violated } from '#rule';
import { calledByGet, type HeadAndGet, knownAddress, sendHeadAndGet } from '../_shared/operations.js';
import { findReads, findStatus, monitorAfter } from '../_shared/recorded-sequences.js';
import { assumeNoLoss } from './_shared/found-items.js';

/** RFC 9110 §9.3.2 and §8.6. Sent over separate sockets, because HTTP clients hide content that must not be there. */
export default defineRule({
  clause: 'HEAD-02',
  title: 'HEAD returns the same as GET, without content',
  otherwise: 'HEAD does not return the same as GET',
  touches: 'reads',
  isPastCaches: true,
  needs: [needs.readable],
  assumes: ['safety/head-is-supported', 'safety/head-does-not-change-the-item'],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items, client, collection }) => {
    const item = await items.getAny(body);
    assumeNoLoss(item, collection);
    await item.getUntil((exchange) => http.hasStatus(exchange, 200));
    const get = await client.raw({ method: 'GET', path: item.path });
    assume(http.hasStatus(get, 200), 'setup', `GET before HEAD returned ${get.answer?.status}`);
    const sendHead = () => client.raw({ method: 'HEAD', path: item.path });
    let head = await sendHead();
    // Another replica may not have the item yet.
    for (let left = 3; left > 0 && http.hasStatus(head, 404); left -= 1) head = await sendHead();
    assume(!http.hasStatus(head, 3, 401, 403, 405, 501), 'no-usable-case', `HEAD returned ${head.answer?.status}`);
    if (lengthOf(head) === undefined || lengthOf(get) === undefined) return { get, head, again: undefined };
    const again = [];
    // Repetition shows which fields differ by chance.
    const often = lengthOf(head) === lengthOf(get) ? 1 : 8;
    while (again.length < often) again.push(await client.raw({ method: 'GET', path: item.path, role: 'control' }));
    for (const one of again) assume(http.hasStatus(one, 200), 'setup', `GET after HEAD returned ${one.answer?.status}`);
    return { get, head, again };
  },
  then: ({ get, head, again }) => {
    const shows = [get, head];
    if (head.answer?.content)
      return violated({ expected: 'no content', actual: head.answer.content.slice(0, 200), shows });
    const [wanted = null, actual = null] = [get, head].map(({ answer }) => answer?.status ?? null);
    if (actual !== wanted) return violated({ expected: wanted, actual, shows });
    if (again === undefined) return held;
    const [told, real] = [lengthOf(head), lengthOf(get)];
    const size = get.answer?.content.length;
    const isSteady = again.every((one) => lengthOf(one) === real && one.answer?.content.length === size);
    if (!isSteady || told === undefined || real === undefined || told === real) return held;
    return violated({ expected: `Content-Length: ${real}`, actual: `Content-Length: ${told}`, shows });
  },
  elsewhere: {
    needs: [calledByGet, knownAddress],
    assumes: ['safety/head-is-supported', 'safety/head-does-not-change-the-item'],
    yieldsTo: { read: ['safety/head-matches-get'] },
    when: async (_, tools) => {
      const seen = await sendHeadAndGet(tools, judgeMirror);
      const refused = seen.heads.find((head) => http.hasStatus(head, 3, 401, 403, 405, 501));
      assume(refused === undefined, 'no-usable-case', `HEAD returned ${refused?.answer?.status}`);
      return seen;
    },
    then: judgeMirror,
  },
  monitor: monitorAfter(
    'the status of GET',
    (exchange, traffic) =>
      exchange.method === 'HEAD' && http.hasStatus(exchange, 2) ? findReads(exchange, traffic) : undefined,
    findStatus(201, 202, 204),
  ),
  silentIn: [
    'etags',
    'time-in-the-body',
    'request-id-in-the-body',
    'access-statistics',
    'inventory',
    'inventory-with-statistics',
  ],
});

/** At operations, a length that differs between two GETs is not compared. */
function judgeMirror({ gets, heads }: HeadAndGet): Finding {
  const shows = [...gets.slice(0, 1), ...heads.slice(0, 1)];
  const content = heads.map((head) => head.answer?.content).find((one) => one);
  if (content) return violated({ expected: 'no content', actual: content.slice(0, 200), shows });
  const [wanted = null, actual = null] = [gets, heads].map(([one]) => one?.answer?.status ?? null);
  if (heads.every(({ answer }) => answer?.status !== wanted)) return violated({ expected: wanted, actual, shows });
  const [real, ...others] = gets.map(lengthOf);
  const [told, ...repeated] = heads.map(lengthOf);
  const isSteady = others.every((length) => length === real);
  const isOther = [told, ...repeated].every((length) => length !== undefined && length !== real);
  if (real === undefined || !isSteady || !isOther) return held;
  return violated({ expected: `Content-Length: ${real}`, actual: `Content-Length: ${told}`, shows });
}

/** A server that compresses the content of GET may do so for GET alone. */
const lengthOf = ({ answer }: HeadAndGet['gets'][number]) =>
  http.getHeader(answer, 'content-encoding') === undefined ? http.getHeader(answer, 'content-length') : undefined;
