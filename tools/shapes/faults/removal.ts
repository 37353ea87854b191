import { insertItem, isPresent, listPresent, writeVersion } from '../engine/state/items.js';
import type { Item, Reply, Visit } from '../engine/state/world.js';
import type { CollectionFacts, ServiceFacts } from '../facts/facts.js';
import { type Fault, findTarget, intercept, isSuccess, keepState, recordWrite, replace } from './fault.js';
import { both, hasItems, hasMore, isCreatable, isQuiet, isRemovable, some } from './where.js';

/** Handles DELETE; `wasPresent` says whether the item existed. */
const onRemoval = (spoil: (visit: Visit, item: Item | undefined, wasPresent: boolean, answer: () => Reply) => Reply) =>
  intercept((visit, answer) => {
    if (visit.request.method !== 'DELETE' || visit.target !== 'item') return answer();
    const item = findTarget(visit);
    return spoil(visit, item, item !== undefined && isPresent(visit.world, item), answer);
  });

/** Whether the items of a collection contain others that a client can create. */
const hasChildren = (facts: CollectionFacts, service: ServiceFacts): boolean =>
  service.collections.some((child) => child.parent === facts && isCreatable(child, service));

export const removalFaults: readonly Fault[] = [
  {
    name: 'delete-keeps-the-item',
    clauses: ['4.delete'],
    appliesTo: some(isRemovable),
    change: replace(() => ({ remove: () => undefined })),
    seenBy: ['removal'],
  },
  {
    name: 'delete-keeps-the-entry',
    clauses: ['4.delete', '4.list'],
    appliesTo: some(
      both(
        isRemovable,
        both(isQuiet, ({ design }) => design.choices.paging === 'none' && design.choices.extent === 'all'),
      ),
    ),
    change: replace(({ remove, handle }) => {
      const removed = new Map<Item, Item['versions']>();
      return {
        remove(visit, item) {
          removed.set(item, item.versions);
          remove(visit, item);
        },
        handle(visit, handler) {
          if (visit.target !== 'list' || visit.request.method !== 'GET') return handle(visit, handler);
          const now = [...removed.keys()].map((item) => [item, item.versions] as const);
          for (const [item, versions] of removed) item.versions = versions;
          try {
            return handle(visit, handler);
          } finally {
            for (const [item, versions] of now) item.versions = versions;
          }
        },
      };
    }),
    seenBy: ['removal'],
  },
  {
    name: 'delete-removes-another',
    clauses: ['4.delete'],
    appliesTo: some(both(isRemovable, (facts, service) => hasMore(facts, service, 0))),
    change: replace(({ remove }) => ({
      remove(visit, item) {
        remove(visit, item);
        const others = listPresent(visit.world, item.collection).filter(
          (other) => other !== item && other.owner === item.owner,
        );
        const other = others.find(({ createdBy }) => createdBy === 'others');
        if (!other) return;
        writeVersion(visit.world, other, { removal: 'removed' });
        recordWrite(other, visit);
      },
    })),
    harmsOthers: true,
    seenBy: ['removal'],
  },
  {
    name: 'second-delete-answers-500',
    clauses: ['4.2', '7.5xx'],
    appliesTo: some(isRemovable),
    change: onRemoval((_, item, wasPresent, answer) => {
      const reply = answer();
      return item && !wasPresent ? { ...reply, status: 500 } : reply;
    }),
    seenBy: ['removal'],
  },
  {
    name: 'second-delete-creates',
    clauses: ['4.2'],
    appliesTo: some(isRemovable),
    change: onRemoval(({ world, facts }, item, wasPresent, answer) => {
      if (item && facts && !wasPresent)
        insertItem(world, { ...item, facts, content: item.initial, id: undefined, createdBy: 'client' });
      return answer();
    }),
    seenBy: ['removal'],
  },
  {
    name: 'delete-of-a-missing-item-answers-200',
    clauses: ['7.1', '7.404'],
    appliesTo: some(
      ({ design, parent }, service) => design.choices.removal !== 'none' && (!parent || hasItems(parent, service)),
    ),
    change: onRemoval((_, item, __, answer) => (item ? answer() : { status: 200, headers: {}, json: {} })),
    seenBy: ['unknown-item'],
  },
  {
    name: 'removed-item-answers-200',
    clauses: ['4.delete', '7.1', '7.404'],
    appliesTo: some(both(isRemovable, ({ design }) => design.choices.removalKind !== 'soft')),
    change: intercept((visit, answer) => {
      const item = visit.request.method === 'GET' && visit.target === 'item' ? findTarget(visit) : undefined;
      const reply = answer();
      if (!item || isPresent(visit.world, item) || isSuccess(reply) || reply.status === 403) return reply;
      return { status: 200, headers: {}, json: item.initial };
    }),
    seenBy: ['removal'],
  },
  {
    name: 'refused-delete-removes',
    clauses: ['7.2', '7.409'],
    appliesTo: some(
      both(
        isRemovable,
        (facts, service) =>
          facts.archivePath !== undefined ||
          (facts.design.choices.removalKind !== 'cascades' && hasChildren(facts, service)),
      ),
    ),
    change: onRemoval((visit, item, wasPresent, answer) => {
      const reply = answer();
      if (item && wasPresent && reply.status === Number(visit.world.facts.design.service.conflictStatus))
        writeVersion(visit.world, item, { removal: 'removed' });
      return reply;
    }),
    seenBy: ['archive', 'children'],
  },
  {
    name: 'delete-does-not-cascade',
    clauses: ['4.delete'],
    appliesTo: some(
      both(
        isRemovable,
        (facts, service) => facts.design.choices.removalKind === 'cascades' && hasChildren(facts, service),
      ),
    ),
    change: intercept((visit, answer) => {
      const { world, request, target } = visit;
      if (request.method !== 'DELETE' || target !== 'item') return answer();
      const item = findTarget(visit);
      const restores = world.facts.collections.map(({ index }) =>
        item?.collection === index ? undefined : keepState(world, index),
      );
      const reply = answer();
      for (const restore of restores) restore?.();
      return reply;
    }),
    seenBy: ['children'],
  },
];
