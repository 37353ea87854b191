import type { Reply, Visit } from '../engine/state/world.js';
import { putPointer, readPointer } from '../facts/json-pointer.js';
import { type Fault, intercept, isSuccess, replace } from './fault.js';
import { both, hasMore, isChangeable, isCreatable, isPaged, isQuiet, isReadable, isRemovable, some } from './where.js';

/** Changes the entries of a list in an answer. */
const changeEntries = (change: (entries: unknown[], visit: Visit) => unknown[]) =>
  intercept((visit, answer) => {
    const reply = answer();
    const { facts, target, request } = visit;
    if (target !== 'list' || request.method !== 'GET' || !facts || reply.status !== 200) return reply;
    const entries = readPointer(reply.json, facts.entriesPointer);
    if (Array.isArray(entries))
      return { ...reply, json: putPointer(reply.json, facts.entriesPointer, change(entries, visit)) };
    const changed = Object.fromEntries(change(Object.entries(entries as object), visit) as [string, unknown][]);
    return { ...reply, json: changed };
  });

/** A list with several entries that differ, in an order. */
const isOrdered: Parameters<typeof some>[0] = (facts, service) =>
  facts.design.choices.listShape !== 'by-id' && facts.design.choices.entry !== 'equal' && hasMore(facts, service, 2);

export const listFaults: readonly Fault[] = [
  {
    name: 'list-loses-an-item',
    clauses: ['4.list'],
    appliesTo: some((facts, service) => isCreatable(facts, service) || isPaged(facts, service)),
    change: changeEntries((entries) => entries.slice(1)),
    seenBy: ['list'],
  },
  {
    name: 'order-is-random',
    clauses: ['8.2'],
    appliesTo: some(both(isPaged, both(isQuiet, isOrdered))),
    // Before pages are cut: another order of the same entries on one page breaks no promise.
    change: replace(({ cut }) => ({
      cut: (visit, entries, window) => {
        const start = visit.world.count % Math.max(1, entries.length);
        return cut(visit, [...entries.slice(start), ...entries.slice(0, start)], window);
      },
    })),
    seenBy: ['list-again'],
  },
  {
    name: 'stale-item',
    clauses: ['4.4'],
    appliesTo: some(both(isReadable, isChangeable)),
    change: keepFirst('item'),
    seenBy: ['stale-reading'],
  },
  {
    name: 'stale-list',
    clauses: ['4.4'],
    appliesTo: some(isRemovable),
    change: keepFirst('list'),
    seenBy: ['stale-reading'],
  },
  {
    name: 'ids-of-entries-differ',
    clauses: ['2.1', '4.list'],
    appliesTo: some(
      (facts, service) =>
        facts.id.list !== undefined &&
        facts.design.choices.listShape !== 'by-id' &&
        hasMore(facts, service, 1) &&
        isQuiet(facts, service),
    ),
    change: changeEntries((entries, { facts }) => {
      const pointer = facts?.id.list?.pointer;
      if (pointer === undefined) return entries;
      return entries.map((entry) =>
        pointer === ''
          ? change(entry)
          : putPointer(structuredClone(entry), pointer, change(readPointer(entry, pointer))),
      );
    }),
    seenBy: ['list'],
  },
];

/** Answers each GET of a path as the first one that succeeded. */
function keepFirst(target: Visit['target']) {
  return replace((correct) => {
    const kept = new Map<string, Reply>();
    return {
      handle(visit, handler) {
        if (visit.target !== target || visit.request.method !== 'GET') return correct.handle(visit, handler);
        const key = `${visit.caller} ${visit.request.path}?${visit.request.query}`;
        const reply = kept.get(key) ?? correct.handle(visit, handler);
        if (isSuccess(reply)) kept.set(key, reply);
        return reply;
      },
    };
  });
}

/** Another id, or the address of another item. */
const change = (id: unknown): unknown => (typeof id === 'number' ? id + 100_000 : String(id).replace(/(?=\?|$)/, '0'));
