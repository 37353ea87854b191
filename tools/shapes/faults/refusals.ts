import { insertItem, listPresent } from '../engine/state/items.js';
import type { Reply, Visit } from '../engine/state/world.js';
import type { CollectionFacts } from '../facts/facts.js';
import { changeNewest, type Fault, intercept, isCreation, replace } from './fault.js';
import { both, isCreatable, some } from './where.js';

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

const isTaking = (facts: CollectionFacts) =>
  facts.design.choices.create !== 'post-upserts' &&
  (facts.clientIdMember !== undefined ||
    (facts.create?.path === facts.itemPath && !facts.changes.some(({ method }) => method === facts.create?.method)));

const hasUnique = ({ members }: CollectionFacts) => members.some(({ isUnique }) => isUnique);

export const refusalFaults: readonly Fault[] = [
  {
    name: 'refused-creation-is-stored',
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
    clauses: ['1.4', '7.0', '7.422'],
    appliesTo: isRefusing,
    change: afterRefusal((_, reply) => ({ ...reply, status: 200 })),
    seenBy: ['refusal'],
  },
  {
    name: 'invalid-content-answers-500',
    clauses: ['7.3', '7.5xx'],
    appliesTo: isRefusing,
    change: replace(({ chooseStatus }) => ({
      chooseStatus: (world, kind) => (kind === 'invalid' ? 500 : chooseStatus(world, kind)),
    })),
    seenBy: ['refusal'],
  },
  {
    name: 'invalid-content-answers-409',
    clauses: ['7.2', '7.3', '7.422'],
    appliesTo: isRefusing,
    change: replace(({ chooseStatus }) => ({
      chooseStatus: (world, kind) => (kind === 'invalid' ? 409 : chooseStatus(world, kind)),
    })),
    seenBy: ['refusal'],
  },
  {
    name: 'invalid-content-is-stored',
    clauses: ['7.3', '7.422'],
    appliesTo: isRefusing,
    change: replace(() => ({ findProblems: () => [] })),
    seenBy: ['refusal'],
  },
  {
    name: 'broken-json-answers-500',
    clauses: ['7.400', '7.5xx'],
    appliesTo: some(both(isCreatable, ({ design }) => design.choices.createBody !== 'form')),
    change: replace(({ chooseStatus }) => ({
      chooseStatus: (world, kind) => (kind === 'malformed' ? 500 : chooseStatus(world, kind)),
    })),
    seenBy: ['malformed'],
  },
  {
    name: 'taken-value-is-stored',
    clauses: ['7.2', '7.409'],
    appliesTo: some(both(isCreatable, hasUnique)),
    change: replace(({ findProblems }) => ({
      findProblems: (...all) => findProblems(...all).filter(({ rule }) => rule !== 'unique'),
    })),
    seenBy: ['refusal'],
  },
  {
    name: 'conflict-answers-500',
    clauses: ['7.2', '7.409', '7.5xx'],
    appliesTo: some(both(isCreatable, (facts) => hasUnique(facts) || isTaking(facts))),
    change: replace(({ chooseStatus }) => ({
      chooseStatus: (world, kind) => (kind === 'conflict' ? 500 : chooseStatus(world, kind)),
    })),
    seenBy: ['refusal', 'taken-id'],
  },
  {
    name: 'taken-id-is-overwritten',
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
];

function readBody(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
}
