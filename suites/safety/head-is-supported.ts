import {
  assume,
  defineRule,
  type Exchange,
  type Finding,
  held,
  heldWithNote,
  http,
  inconclusive,
  needs,
  values,
  violated,
} from '#rule';
import { calledByGet, type HeadAndGet, knownAddress, sendHeadAndGet } from '../_shared/operations.js';
import { findReads, findStatus, monitorAfter } from '../_shared/recorded-sequences.js';
import { assumeNoLoss } from './_shared/found-items.js';

export default defineRule({
  clause: 'HEAD-01',
  title: 'HEAD is supported wherever GET is',
  otherwise: 'HEAD is not supported where GET is',
  touches: 'reads',
  isPastCaches: true,
  needs: [needs.readable],
  assumes: ['safety/head-does-not-change-the-item'],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items, collection }) => {
    const item = await items.getAny(body);
    assumeNoLoss(item, collection);
    const get = await item.getUntil((exchange) => http.hasStatus(exchange, 200));
    assume(http.hasStatus(get, 200), 'setup', `GET returned ${get.answer?.status}`);
    return { gets: [get], heads: [await item.head()] };
  },
  then: judgeSupport,
  elsewhere: {
    needs: [calledByGet, knownAddress],
    assumes: ['safety/head-does-not-change-the-item'],
    yieldsTo: { read: ['safety/head-is-supported'] },
    when: (_, tools) => sendHeadAndGet(tools, judgeSupport),
    then: judgeSupport,
  },
  monitor: monitorAfter(
    'HEAD returns 200, as GET does',
    (exchange, traffic) => (exchange.method === 'HEAD' ? findReads(exchange, traffic) : undefined),
    findStatus(404, 405, 500, 501),
  ),
  silentIn: ['etags', 'created-location-only', 'inventory', 'pagination-offset'],
});

type SomeExchange = Exchange | HeadAndGet['gets'][number];

function judgeSupport({ gets, heads }: Readonly<Record<'gets' | 'heads', readonly SomeExchange[]>>): Finding {
  if (heads.some((head) => http.hasStatus(head, 2))) return held;
  const status = heads[0]?.answer?.status;
  if (heads.some((head) => http.hasStatus(head, 401, 403))) return inconclusive('refused', `HEAD returned ${status}`);
  if (heads.some((head) => http.hasStatus(head, 3))) return heldWithNote(`HEAD returned ${status}`);
  return violated({
    expected: 'HEAD returns 200, as GET does',
    actual: `HEAD returned ${status}`,
    shows: [...gets.slice(0, 1), ...heads.slice(0, 1)],
  });
}
