import { writeVersion } from '../engine/state/items.js';
import type { Item, Reply, Visit } from '../engine/state/world.js';
import type { CollectionFacts } from '../facts/facts.js';
import { type Fault, findTarget, intercept, isSuccess, replace, setMember } from './fault.js';
import { findNextState, listStates } from './members.js';
import { both, hasItems, hasMore, isCreatable, isReadable, some } from './where.js';

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

/** Gives an item its next state, as a message that was read has. */
function moveState(item: Item, facts: CollectionFacts): void {
  for (const member of listStates(facts)) {
    const next = findNextState(member, item.versions.at(-1)?.content[member.name]);
    if (next === undefined) continue;
    setMember(item, member.name, next);
    break;
  }
}

/** Replaces the answer to a read of an item that does not exist. */
const answerMissing = (change: (reply: Reply) => Reply) =>
  intercept((visit, answer) => {
    const reply = answer();
    return visit.target === 'item' && visit.request.method === 'GET' && reply.status === 404 ? change(reply) : reply;
  });

const isBelowParent: Parameters<typeof some>[0] = ({ itemPath, parent }, service) =>
  itemPath !== undefined && (!parent || hasItems(parent, service));

export const readingFaults: readonly Fault[] = [
  {
    name: 'get-counts',
    clauses: ['1.3', '4.1'],
    appliesTo: some(isReadable),
    change: afterReading('GET', 'item', count),
    seenBy: ['safe-reading'],
  },
  {
    name: 'first-get-changes-the-state',
    clauses: ['1.3', '4.1'],
    appliesTo: some(both(isReadable, (facts) => listStates(facts).length > 0)),
    change(correct) {
      const seen = new WeakSet<Item>();
      return afterReading('GET', 'item', (item, { facts }) => {
        if (facts && !seen.has(item)) moveState(item, facts);
        seen.add(item);
      })(correct);
    },
    seenBy: ['safe-reading'],
  },
  {
    name: 'head-counts',
    clauses: ['4.1'],
    appliesTo: some(both(isReadable, (_, { design }) => design.service.head === 'present')),
    change: afterReading('HEAD', 'item', count),
    seenBy: ['safe-reading'],
  },
  {
    name: 'list-counts',
    clauses: ['1.3', '4.1'],
    appliesTo: some(isReadable),
    change: afterReading('GET', 'list', count),
    seenBy: ['safe-reading'],
  },
  {
    name: 'query-turns-get-into-delete',
    clauses: ['1.3'],
    appliesTo: some(both(isReadable, isCreatable)),
    change: afterReading('GET', 'item', (item, { world, request }) => {
      if (request.query.has('_method')) writeVersion(world, item, { removal: 'removed' });
    }),
    seenBy: ['safe-reading'],
  },
  {
    name: 'head-differs',
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
    clauses: ['1.4', '7.1', '7.404'],
    appliesTo: some(isBelowParent),
    change: answerMissing((reply) => ({ ...reply, status: 200, json: { error: 'not found' } })),
    seenBy: ['unknown-item'],
  },
  {
    name: 'missing-item-answers-500',
    clauses: ['7.1', '7.5xx'],
    appliesTo: some(isBelowParent),
    change: answerMissing((reply) => ({ ...reply, status: 500 })),
    seenBy: ['unknown-item'],
  },
  {
    name: 'long-id-answers-500',
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
    name: 'flag-of-success',
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
    name: 'error-shows-the-code',
    clauses: ['1.5'],
    appliesTo: () => true,
    change: replace(({ answer }) => ({
      answer(world, request) {
        const reply = answer(world, request);
        const trace = 'Error\n    at readItem (/srv/app/dist/store.js:17:9)';
        return reply.status === 404 ? { status: 404, headers: {}, text: trace } : reply;
      },
    })),
    seenBy: ['errors'],
  },
  {
    name: 'unknown-method-answers-200',
    clauses: ['1.4', 'http'],
    appliesTo: () => true,
    change: replace(({ chooseStatus }) => ({
      chooseStatus: (world, kind) => (kind === 'method' ? 200 : chooseStatus(world, kind)),
    })),
    seenBy: ['methods'],
  },
];
