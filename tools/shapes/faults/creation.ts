import { insertItem, listPresent, writeVersion } from '../engine/state/items.js';
import type { Item, Reply, Visit } from '../engine/state/world.js';
import type { CollectionFacts } from '../facts/facts.js';
import {
  changeNewest,
  type Fault,
  intercept,
  isCreation,
  isSuccess,
  keepState,
  recordWrite,
  replace,
} from './fault.js';
import { both, hasItems, hasOthers, isCreatable, isQuiet, some } from './where.js';

/** After a creation that succeeded, does something with the new item; may replace the answer. */
const afterCreation = (spoil: (item: Item, visit: Visit, reply: Reply) => Reply | undefined) =>
  intercept((visit, answer) => {
    const store = visit.facts && visit.world.stores[visit.facts.index];
    const before = new Set(store?.keys());
    const isNew = isCreation(visit);
    const reply = answer();
    const item = [...(store?.values() ?? [])].find(({ id }) => !before.has(id));
    return (isNew && item && isSuccess(reply) && spoil(item, visit, reply)) || reply;
  });

const isLocated = some(both(isCreatable, ({ design }) => design.choices.createAnswer.endsWith('location')));

/** The member with the first text. */
const findText = ({ members }: CollectionFacts) =>
  members.find(
    (one) => one.type === 'string' && !one.values && !one.format && !one.pattern && one.refersTo === undefined,
  );

export const creationFaults: readonly Fault[] = [
  {
    name: 'creation-stores-nothing',
    clauses: ['4.post', '7.201'],
    appliesTo: some(isCreatable),
    change: intercept((visit, answer) => {
      const restore = visit.facts && isCreation(visit) ? keepState(visit.world, visit.facts.index) : undefined;
      const reply = answer();
      restore?.();
      return reply;
    }),
    seenBy: ['creation'],
  },
  {
    name: 'creation-stores-twice',
    clauses: ['4.post'],
    appliesTo: some(isCreatable),
    change: afterCreation((item, { world, facts }) => {
      if (facts) insertItem(world, { ...item, facts, content: item.initial, id: undefined });
      return undefined;
    }),
    seenBy: ['creation'],
  },
  {
    name: 'creation-changes-a-text',
    clauses: ['4.post'],
    appliesTo: some(both(isCreatable, (facts) => findText(facts) !== undefined)),
    change: afterCreation((item, { facts }) => {
      const name = (facts && findText(facts))?.name ?? '';
      const text = item.versions.at(-1)?.content[name];
      // Letter case and spaces may be normalised.
      if (typeof text === 'string') changeNewest(item, { content: { ...item.initial, [name]: text.slice(1) } });
      return undefined;
    }),
    seenBy: ['creation'],
  },
  {
    name: 'creation-answers-500',
    clauses: ['7.5xx'],
    appliesTo: some(isCreatable),
    change: afterCreation((_, __, reply) => ({ ...reply, status: 500 })),
    seenBy: ['creation'],
  },
  {
    name: 'location-leads-nowhere',
    clauses: ['4.post', 'http'],
    appliesTo: isLocated,
    change: replace(({ locate }) => ({ locate: (visit, item) => locate(visit, item).replace(/(?=\?|$)/, '0') })),
    seenBy: ['creation'],
  },
  {
    name: 'location-names-another-host',
    clauses: ['4.post', 'http'],
    appliesTo: isLocated,
    change: replace(({ locate }) => ({
      locate: (visit, item) => `http://node-3.internal:8080${locate(visit, item).replace(/^https?:\/\/[^/]*/, '')}`,
    })),
    seenBy: ['creation'],
  },
  {
    name: 'creation-removes-the-others',
    clauses: ['4.post'],
    appliesTo: some(both(isCreatable, hasOthers)),
    change: afterCreation((item, visit) => {
      for (const other of visit.facts ? listPresent(visit.world, visit.facts.index) : []) {
        if (other === item) continue;
        writeVersion(visit.world, other, { removal: 'removed' });
        recordWrite(other, visit);
      }
      return undefined;
    }),
    harmsOthers: true,
    seenBy: ['others-stay'],
  },
  {
    name: 'new-item-is-not-listed',
    clauses: ['4.list'],
    appliesTo: some(both(isCreatable, isQuiet)),
    change: replace(({ canSee, handle }) => {
      let isListing = false;
      return {
        handle(visit, handler) {
          isListing = visit.target === 'list' && visit.request.method === 'GET';
          try {
            return handle(visit, handler);
          } finally {
            isListing = false;
          }
        },
        canSee: (world, caller, item) => canSee(world, caller, item) && !(isListing && item.createdBy === 'client'),
      };
    }),
    seenBy: ['creation'],
  },
  {
    name: 'list-of-a-missing-parent-answers-200',
    clauses: ['7.1', '7.404'],
    appliesTo: some(({ parent }, service) => parent !== undefined && hasItems(parent, service)),
    change: intercept(({ facts, target, request }, answer) => {
      const reply = answer();
      const isList = target === 'list' && request.method === 'GET' && facts?.parent !== undefined;
      return isList && reply.status === 404 ? { status: 200, headers: {}, json: [] } : reply;
    }),
    seenBy: ['parents'],
  },
];
