import { writeVersion } from '../engine/state/items.js';
import type { Item, Reply, Visit } from '../engine/state/world.js';
import { putPointer, readPointer } from '../facts/json-pointer.js';
import { type Fault, findTarget, intercept, isSuccess, replace, setMember } from './fault.js';
import { both, hasItems, hasMore, isChangeable, isQuiet, isReadable, isRemovable, some } from './where.js';

/** After a GET of an item or list that succeeds, does something to an item. */
const afterReading = (method: string, target: Visit['target'], spoil: (item: Item, visit: Visit) => void) =>
  intercept((visit, answer) => {
    const reply = answer();
    if (!isSuccess(reply) || visit.target !== target || visit.request.method !== method) return reply;
    const store = visit.facts && visit.world.stores[visit.facts.index];
    const items = target === 'list' ? [...(store?.values() ?? [])] : [findTarget(visit)];
    for (const item of items) if (item) spoil(item, visit);
    return reply;
  });

const count = (item: Item) => setMember(item, 'views', Number(item.versions.at(-1)?.content.views ?? 0) + 1);

/** Replaces the answer to a read of an item that does not exist. */
const answerMissing = (change: (reply: Reply) => Reply) =>
  intercept((visit, answer) => {
    const reply = answer();
    return visit.target === 'item' && visit.request.method === 'GET' && reply.status === 404 ? change(reply) : reply;
  });

/** Changes the entries of a list in an answer. */
export const changeEntries = (change: (entries: unknown[], visit: Visit) => unknown[]) =>
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

const isBelowParent: Parameters<typeof some>[0] = ({ itemPath, parent }, service) =>
  itemPath !== undefined && (!parent || hasItems(parent, service));

export const readingFaults: readonly Fault[] = [
  {
    name: 'get-counts',
    description: 'Each GET of an item adds to a counter in it.',
    clauses: ['1.3', '4.1'],
    appliesTo: some(isReadable),
    change: afterReading('GET', 'item', count),
    seenBy: ['safe-reading'],
  },
  {
    name: 'first-get-changes-the-state',
    description: 'The first GET of an item marks it as seen.',
    clauses: ['1.3', '4.1'],
    appliesTo: some(isReadable),
    change: afterReading('GET', 'item', (item) => setMember(item, 'previewed', true)),
    seenBy: ['safe-reading'],
  },
  {
    name: 'head-counts',
    description: 'Each HEAD of an item adds to a counter in it.',
    clauses: ['4.1'],
    appliesTo: some(both(isReadable, (_, { design }) => design.service.head === 'present')),
    change: afterReading('HEAD', 'item', count),
    seenBy: ['safe-reading'],
  },
  {
    name: 'list-counts',
    description: 'Each GET of a list adds to a counter in its items.',
    clauses: ['1.3', '4.1'],
    appliesTo: some(isReadable),
    change: afterReading('GET', 'list', count),
    seenBy: ['safe-reading'],
  },
  {
    name: 'query-turns-get-into-delete',
    description: 'GET with a query such as `_method=DELETE` removes the item.',
    clauses: ['1.3'],
    appliesTo: some(isReadable),
    change: afterReading('GET', 'item', (item, { world, request }) => {
      if (request.query.has('_method')) writeVersion(world, item, { removal: 'removed' });
    }),
    seenBy: ['safe-reading'],
  },
  {
    name: 'head-differs',
    description: 'HEAD answers 204 where GET answers 200.',
    clauses: ['4.1', 'http'],
    appliesTo: ({ design }) => design.service.head === 'present',
    change: intercept(({ request }, answer) => {
      const reply = answer();
      return request.method === 'HEAD' && reply.status === 200 ? { ...reply, status: 204 } : reply;
    }),
    seenBy: ['head'],
  },
  {
    name: 'missing-item-answers-200',
    description: 'GET of an item that does not exist answers 200 with an error in the body.',
    clauses: ['1.4', '7.1', '7.404'],
    appliesTo: some(isBelowParent),
    change: answerMissing((reply) => ({ ...reply, status: 200, json: { error: 'not found' } })),
    seenBy: ['unknown-item'],
  },
  {
    name: 'missing-item-answers-500',
    description: 'GET of an item that does not exist answers 500.',
    clauses: ['7.1', '7.5xx'],
    appliesTo: some(isBelowParent),
    change: answerMissing((reply) => ({ ...reply, status: 500 })),
    seenBy: ['unknown-item'],
  },
  {
    name: 'long-id-answers-500',
    description: 'An id that is longer than any other answers 500.',
    clauses: ['7.5xx'],
    appliesTo: some(isBelowParent),
    change: intercept(({ ids }, answer) => {
      const reply = answer();
      return ids.some((id) => id.length > 100) ? { ...reply, status: 500 } : reply;
    }),
    seenBy: ['odd-ids'],
  },
  {
    name: 'item-of-another-id',
    description: 'GET of an item returns the first item of the collection.',
    clauses: ['2.1'],
    appliesTo: some(both(isReadable, (facts, service) => hasMore(facts, service, 1))),
    change: (correct) => ({
      handle(visit, handler) {
        const { facts, world, ids, target, request } = visit;
        if (target !== 'item' || request.method !== 'GET' || !facts) return correct.handle(visit, handler);
        const item = world.stores[facts.index]?.get(ids.at(-1) ?? '');
        const others = [...(world.stores[facts.index]?.values() ?? [])];
        const first = others.find(({ parent, owner }) => parent === item?.parent && owner === item?.owner);
        const swapped = item && first ? [...ids.slice(0, -1), first.id] : ids;
        return correct.handle({ ...visit, ids: swapped }, handler);
      },
    }),
    seenBy: ['item'],
  },
  {
    name: 'list-loses-an-item',
    description: 'The first entry of each list is left out.',
    clauses: ['4.list'],
    appliesTo: some(hasItems),
    change: changeEntries((entries) => entries.slice(1)),
    seenBy: ['list'],
  },
  {
    name: 'list-repeats-an-item',
    description: 'The first entry of each list is in it twice.',
    clauses: ['4.list', '8.2'],
    appliesTo: some(
      both(
        hasItems,
        both(isQuiet, ({ design }) => design.choices.listShape !== 'by-id'),
      ),
    ),
    change: changeEntries((entries) => [...entries.slice(0, 1), ...entries]),
    seenBy: ['list'],
  },
  {
    name: 'order-is-random',
    description: 'Each answer has the entries of a list in another order.',
    clauses: ['8.2'],
    appliesTo: some(both(isQuiet, isOrdered)),
    change: changeEntries((entries, { world }) => {
      const start = world.count % Math.max(1, entries.length);
      return [...entries.slice(start), ...entries.slice(0, start)];
    }),
    seenBy: ['list-again'],
  },
  {
    name: 'stale-item',
    description: 'An item that was read once is returned as it was, whatever changes it since.',
    clauses: ['4.4'],
    appliesTo: some(both(isReadable, isChangeable)),
    change: keepFirst('item'),
    seenBy: ['stale-reading'],
  },
  {
    name: 'stale-list',
    description: 'A list that was read once is returned as it was, whatever is created since.',
    clauses: ['4.4'],
    appliesTo: some(isRemovable),
    change: keepFirst('list'),
    seenBy: ['stale-reading'],
  },
  {
    name: 'flag-of-success',
    description: 'Each item is returned with a flag of success beside its members.',
    clauses: ['7.0'],
    appliesTo: some(isReadable),
    change: intercept((visit, answer) => {
      const reply = answer();
      const isItem = visit.target === 'item' && reply.status === 200 && typeof reply.json === 'object';
      return isItem ? { ...reply, json: { success: true, ...reply.json } } : reply;
    }),
    seenBy: ['item'],
  },
  {
    name: 'unknown-method-answers-200',
    description: 'A method that a path does not have answers 200.',
    clauses: ['1.4', 'http'],
    appliesTo: () => true,
    change: replace(({ chooseStatus }) => ({
      chooseStatus: (world, kind) => (kind === 'method' ? 200 : chooseStatus(world, kind)),
    })),
    seenBy: ['methods'],
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
