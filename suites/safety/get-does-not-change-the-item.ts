import {
  assume,
  compare,
  defineMonitor,
  defineRule,
  held,
  http,
  type Json,
  needs,
  type TrafficExchange,
  values,
  violated,
} from '#rule';
import { pickValues } from './_shared/stable-item.js';

/**
 * Reading is the treatment: one item is read often, the other twice, between two reads each; differences that grow
 * with the number of reads are caused by reading.
 */
export default defineRule({
  clause: 'SAFE-01',
  title: 'GET does not change the item',
  otherwise: 'GET changed the item that it read, or another one',
  touches: 'writes',
  reusedItems: 2,
  watches: 'collection',
  isPastCaches: true,
  needs: [needs.creatable, needs.readable],
  assumes: ['creation/created-item-is-readable'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), reads: values.integer(3, 5) }),
  when: async ({ body, reads }, { items, collection }) => {
    const twin = await items.create(body, { role: 'control' });
    const item = await items.create(body);
    // What the creation of an item changes in another one may show as late as new items do.
    const { itemMs } = collection.consistency;
    if (itemMs > 0) await http.pause(itemMs);
    const before = await twin.getUntil((exchange) => http.hasStatus(exchange, 200));
    const seen = [await item.getUntil((exchange) => http.hasStatus(exchange, 200))];
    seen.push(await item.get());
    // The twin has two reads to compare with: only the first two need an order.
    seen.push(...(await Promise.all(Array.from({ length: reads - 2 }, () => item.get()))));
    const after = await twin.get();
    const why = 'the created item could not be read';
    assume(
      [before, after, ...seen].every((read) => http.hasStatus(read, 200)),
      'setup',
      why,
    );
    return { made: item.createdBy, seen, before, after };
  },
  then: ({ made, seen, before, after }, { isVolatile, isAccessStatistic }) => {
    const isNoise = (pointer: string) => isVolatile(pointer) || isAccessStatistic(pointer);
    const reads = seen.map((exchange) => exchange.answer?.json);
    const twin = [before.answer?.json, after.answer?.json];
    const changed = compare.findReadEffects(reads, twin, isNoise);
    if (changed.length > 0) return violated({ ...pickValues(changed, reads[0], reads.at(-1)), shows: [made, ...seen] });
    const touched = compare.findNewChanges(reads, twin, isNoise);
    if (touched.length === 0) return held;
    return violated({
      ...pickValues(touched, twin[0], twin[1]),
      summary: 'GET of one item changed another',
      shows: [before, ...seen.slice(0, 1), after],
    });
  },
  // Reading a list and HEAD have rules of their own.
  keepsOthers: { by: ({ method }) => /^(GET|HEAD|OPTIONS)$/.test(method), sharedClauses: ['SAFE-02', 'SAFE-03'] },
  monitor: defineMonitor({
    expected: 'the item as it was before it was read',
    state: (create) => create<true>(),
    on: (exchange, traffic, known) => {
      const { reads } = traffic.getTrack(exchange.path);
      const all = [...reads, exchange];
      const [first] = all;
      const isRead =
        exchange.method === 'GET' && http.hasStatus(exchange, 200) && exchange.hasText && !exchange.path.includes('?');
      if (!isRead || first === undefined || all.length < leastReads || !traffic.isUndisturbed(first, exchange))
        return undefined;
      const counted = [...compare.listLeaves(exchange.answer?.json).keys()].find((pointer) => isCounting(all, pointer));
      if (counted === undefined || known.get(counted) !== undefined) return 'kept';
      known.set(counted, true);
      return { flaw: `${counted} counts the GETs`, shows: all };
    },
  }),
  silentIn: ['time-in-the-body', 'request-id-in-the-body', 'access-statistics'],
});

/** Names of members that follow the time, and of statistics that a service may keep of its readers. */
const usualPattern = /time|date|age|uptime|second|expir|ttl|now|view|visit|hit|access|seen|download|impression|count/i;

const leastReads = 4;

function isCounting(all: readonly TrafficExchange[], pointer: string): boolean {
  const values = all.map(({ answer }) => compare.getAtPointer(answer?.json, pointer));
  if (usualPattern.test(pointer) || !values.every(isNumeric)) return false;
  const steps = values.slice(1).map((value, i) => value - (values[i] ?? 0));
  return steps.every((step) => step === steps[0]) && (steps[0] ?? 0) > 0 && (steps[0] ?? 0) < 10;
}

const isNumeric = (value: Json | undefined): value is number => typeof value === 'number';
