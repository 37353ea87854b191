import { insertItem, listPresent, readNewest, writeVersion } from '../engine/state/items.js';
import type { Item, Reply, Visit } from '../engine/state/world.js';
import type { CollectionFacts } from '../facts/facts.js';
import { changeNewest, type Fault, intercept, isCreation, isSuccess, keepState, replace } from './fault.js';
import { both, hasItems, hasOthers, isCreatable, isKeyed, isQuiet, some } from './where.js';

/** After a creation that succeeded, does something with the new item; may replace the answer. */
export const afterCreation = (spoil: (item: Item, visit: Visit, reply: Reply) => Reply | undefined) =>
  intercept((visit, answer) => {
    const store = visit.facts && visit.world.stores[visit.facts.index];
    const before = new Set(store?.keys());
    const isNew = isCreation(visit);
    const reply = answer();
    const item = [...(store?.values() ?? [])].find(({ id }) => !before.has(id));
    return (isNew && item && isSuccess(reply) && spoil(item, visit, reply)) || reply;
  });

/** Replaces the answer to a creation that is refused with one of some statuses. */
const afterRefusal = (change: (visit: Visit, reply: Reply) => Reply) =>
  intercept((visit, answer) => {
    const isNew = isCreation(visit);
    const reply = answer();
    const { invalidStatus } = visit.world.facts.design.service;
    return isNew && reply.status === Number(invalidStatus) ? change(visit, reply) : reply;
  });

/** Members of which a client knows a value that the service refuses. */
const hasConstraint = ({ members }: CollectionFacts): boolean =>
  members.some(
    (one) => one.isRequired || one.format || one.pattern || one.values || one.type === 'integer' || one.maxLength,
  );

const isRefusing = some(both(isCreatable, hasConstraint));

const isLocated = some(both(isCreatable, ({ design }) => design.choices.createAnswer.endsWith('location')));

/** The member with the first text. */
const findText = ({ members }: CollectionFacts) =>
  members.find(
    (one) => one.type === 'string' && !one.values && !one.format && !one.pattern && one.refersTo === undefined,
  );

const isTaking = (facts: CollectionFacts) =>
  facts.design.choices.create !== 'post-upserts' &&
  (facts.clientIdMember !== undefined ||
    (facts.create?.path === facts.itemPath && !facts.changes.some(({ method }) => method === facts.create?.method)));

const hasUnique = ({ members }: CollectionFacts) => members.some(({ isUnique }) => isUnique);

export const creationFaults: readonly Fault[] = [
  {
    name: 'creation-stores-nothing',
    description: 'A creation succeeds, and nothing is created.',
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
    description: 'A creation creates two items.',
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
    description: 'A new item has another text than the client sent.',
    clauses: ['4.post'],
    appliesTo: some(both(isCreatable, (facts) => findText(facts) !== undefined)),
    change: afterCreation((item, { facts }) => {
      const name = (facts && findText(facts))?.name ?? '';
      const text = item.versions.at(-1)?.content[name];
      if (typeof text === 'string') changeNewest(item, { content: { ...item.initial, [name]: text.toUpperCase() } });
      return undefined;
    }),
    seenBy: ['creation'],
  },
  {
    name: 'creation-answers-500',
    description: 'A creation answers 500, but the item is created.',
    clauses: ['7.5xx'],
    appliesTo: some(isCreatable),
    change: afterCreation((_, __, reply) => ({ ...reply, status: 500 })),
    seenBy: ['creation'],
  },
  {
    name: 'creation-answers-another-status',
    description: 'A creation answers 204, which the design does not have.',
    clauses: ['4.post', '7.201'],
    appliesTo: some(isCreatable),
    change: afterCreation((_, __, reply) => ({ ...reply, status: 204 })),
    seenBy: ['creation'],
  },
  {
    name: 'location-leads-nowhere',
    description: 'Location leads to an address where nothing is.',
    clauses: ['4.post', 'http'],
    appliesTo: isLocated,
    change: replace(({ locate }) => ({ locate: (visit, item) => locate(visit, item).replace(/(?=\?|$)/, '0') })),
    seenBy: ['creation'],
  },
  {
    name: 'location-names-another-host',
    description: 'Location is on a host that only the service knows.',
    clauses: ['4.post', 'http'],
    appliesTo: isLocated,
    change: replace(({ locate }) => ({
      locate: (visit, item) => `http://node-3.internal:8080${locate(visit, item).replace(/^https?:\/\/[^/]*/, '')}`,
    })),
    seenBy: ['creation'],
  },
  {
    name: 'creation-removes-the-others',
    description: 'A creation replaces the whole list.',
    clauses: ['4.post'],
    appliesTo: some(both(isCreatable, hasOthers)),
    change: afterCreation((item, { world, facts }) => {
      for (const other of facts ? listPresent(world, facts.index) : [])
        if (other !== item) writeVersion(world, other, { removal: 'removed' });
      return undefined;
    }),
    seenBy: ['others-stay'],
  },
  {
    name: 'creation-changes-another',
    description: 'A creation changes another item.',
    clauses: ['4.post'],
    appliesTo: some(both(isCreatable, hasOthers)),
    change: afterCreation((_, { world, facts }) => {
      const [other] = facts ? listPresent(world, facts.index) : [];
      if (other) changeNewest(other, { content: { ...readNewest(world, other)?.content, touched: true } });
      return undefined;
    }),
    seenBy: ['others-stay'],
  },
  {
    name: 'refused-creation-is-stored',
    description: 'A creation is refused, but the item is created.',
    clauses: ['7.3', '7.422'],
    appliesTo: isRefusing,
    change: afterRefusal((visit, reply) => {
      const { facts, world, ids, caller } = visit;
      const isAtItem = facts?.create?.path === facts?.itemPath;
      const parent = facts?.parent ? ids.at(isAtItem ? -2 : -1) : undefined;
      if (facts) insertItem(world, { facts, content: {}, id: undefined, parent, owner: caller, createdBy: 'client' });
      return reply;
    }),
    seenBy: ['refusal'],
  },
  {
    name: 'refused-creation-answers-200',
    description: 'A creation is refused with 200 and an error in the body.',
    clauses: ['1.4', '7.0', '7.422'],
    appliesTo: isRefusing,
    change: afterRefusal((_, reply) => ({ ...reply, status: 200 })),
    seenBy: ['refusal'],
  },
  {
    name: 'invalid-content-answers-500',
    description: 'Content that is not valid answers 500.',
    clauses: ['7.3', '7.5xx'],
    appliesTo: isRefusing,
    change: replace(({ chooseStatus }) => ({
      chooseStatus: (world, kind) => (kind === 'invalid' ? 500 : chooseStatus(world, kind)),
    })),
    seenBy: ['refusal'],
  },
  {
    name: 'invalid-content-answers-409',
    description: 'Content that is not valid answers as if it were a conflict.',
    clauses: ['7.2', '7.3', '7.422'],
    appliesTo: isRefusing,
    change: replace(({ chooseStatus }) => ({
      chooseStatus: (world, kind) => (kind === 'invalid' ? 409 : chooseStatus(world, kind)),
    })),
    seenBy: ['refusal'],
  },
  {
    name: 'invalid-content-is-stored',
    description: 'Content that is not valid is accepted.',
    clauses: ['7.3', '7.422'],
    appliesTo: isRefusing,
    change: replace(() => ({ findProblems: () => [] })),
    seenBy: ['refusal'],
  },
  {
    name: 'broken-json-answers-500',
    description: 'A body that is no JSON answers 500.',
    clauses: ['7.400', '7.5xx'],
    appliesTo: some(both(isCreatable, ({ design }) => design.choices.createBody !== 'form')),
    change: replace(({ chooseStatus }) => ({
      chooseStatus: (world, kind) => (kind === 'malformed' ? 500 : chooseStatus(world, kind)),
    })),
    seenBy: ['malformed'],
  },
  {
    name: 'taken-value-is-stored',
    description: 'Two items have the value of which no two items may have the same.',
    clauses: ['7.2', '7.409'],
    appliesTo: some(both(isCreatable, hasUnique)),
    change: replace(({ findProblems }) => ({
      findProblems: (...all) => findProblems(...all).filter(({ rule }) => rule !== 'unique'),
    })),
    seenBy: ['refusal'],
  },
  {
    name: 'conflict-answers-500',
    description: 'A conflict with what exists answers 500.',
    clauses: ['7.2', '7.409', '7.5xx'],
    appliesTo: some(both(isCreatable, (facts) => hasUnique(facts) || isTaking(facts))),
    change: replace(({ chooseStatus }) => ({
      chooseStatus: (world, kind) => (kind === 'conflict' ? 500 : chooseStatus(world, kind)),
    })),
    seenBy: ['refusal', 'taken-id'],
  },
  {
    name: 'taken-id-is-overwritten',
    description: 'A creation with an id that is taken replaces the item.',
    clauses: ['4.post', '7.409'],
    appliesTo: some(both(isCreatable, isTaking)),
    change: intercept((visit, answer) => {
      const { facts, world, request } = visit;
      const isAny = facts?.create?.method === request.method && isTaking(facts);
      const reply = answer();
      if (!isAny || reply.status !== Number(world.facts.design.service.conflictStatus)) return reply;
      const newest = listPresent(world, facts.index).at(-1);
      if (newest) changeNewest(newest, { content: readBody(request.body) });
      return { ...reply, status: 200 };
    }),
    seenBy: ['taken-id'],
  },
  {
    name: 'new-item-is-not-listed',
    description: 'A new item is read at its address, but is in no list.',
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
    name: 'list-of-all-parents',
    description: 'The list below one parent answers for a parent that does not exist.',
    clauses: ['7.1', '7.404'],
    appliesTo: some(({ parent }, service) => parent !== undefined && hasItems(parent, service)),
    change: intercept(({ facts, target, request }, answer) => {
      const reply = answer();
      const isList = target === 'list' && request.method === 'GET' && facts?.parent !== undefined;
      return isList && reply.status === 404 ? { status: 200, headers: {}, json: [] } : reply;
    }),
    seenBy: ['parents'],
  },
  {
    name: 'key-is-forgotten',
    description: 'A creation that is repeated with its key creates another item.',
    clauses: ['4.3'],
    appliesTo: some(
      both(
        isKeyed,
        ({ design, create, itemPath }) => design.choices.create !== 'post-upserts' && create?.path !== itemPath,
      ),
    ),
    change: replace(({ recall }) => ({
      recall: (visit, kept, fingerprint, perform) =>
        kept.fingerprint === fingerprint ? perform() : recall(visit, kept, fingerprint, perform),
    })),
    seenBy: ['repetition'],
  },
  {
    name: 'key-answers-409',
    description: 'A creation that is repeated with its key answers 409.',
    clauses: ['4.3'],
    appliesTo: some(isKeyed),
    change: replace(({ recall }) => ({
      recall(visit, kept, fingerprint, perform) {
        const reply = recall(visit, kept, fingerprint, perform);
        return { ...reply, status: 409, json: { error: 'The key was used.' } };
      },
    })),
    seenBy: ['repetition'],
  },
  {
    name: 'key-with-other-content',
    description: 'A key that was used is accepted with other content.',
    clauses: ['4.3'],
    appliesTo: some(isKeyed),
    change: replace(() => ({
      recall: (_, kept, fingerprint, perform) => (kept.fingerprint === fingerprint ? kept.reply : perform()),
    })),
    seenBy: ['repetition'],
  },
  {
    name: 'key-is-not-required',
    description: 'A creation without the key that is required is accepted.',
    clauses: ['4.3'],
    appliesTo: some(both(isKeyed, (_, { design }) => design.service.idempotency === 'required')),
    change: replace(({ chooseStatus }) => ({
      chooseStatus: (world, kind) => (kind === 'key-required' ? 200 : chooseStatus(world, kind)),
    })),
    seenBy: ['missing-key'],
  },
];

function readBody(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
}
