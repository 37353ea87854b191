import { insertItem, listPresent, readNewest, writeVersion } from '../engine/state/items.js';
import type { Reply, Visit } from '../engine/state/world.js';
import type { CollectionFacts } from '../facts/facts.js';
import { changeNewest, type Fault, findTarget, intercept, isChange, isSuccess, keepState, replace } from './fault.js';
import { both, hasMore, isChangeable, isCreatable, isPatchable, isRemovable, isReplaceable, some } from './where.js';

/** After a change that succeeded. */
const afterChange = (spoil: (visit: Visit, reply: Reply) => Reply | undefined) =>
  intercept((visit, answer) => {
    const isOne = isChange(visit);
    const reply = answer();
    return (isOne && isSuccess(reply) && spoil(visit, reply)) || reply;
  });

const isSecond = ({ target, request }: Visit, seen: Set<string>): boolean => {
  if (target !== 'item' || request.method !== 'PUT') return false;
  const key = `${request.path} ${request.body}`;
  return seen.has(key) || !seen.add(key);
};

/** An optional member without a default, which PUT can remove. */
const hasOptional = some(
  both(isReplaceable, ({ members }) =>
    members.some(({ isRequired, default: value }) => !isRequired && value === undefined),
  ),
);

const hasTwo = some(both(isChangeable, (facts, service) => isCreatable(facts, service) || hasMore(facts, service, 3)));

/** Whether a change of one member leaves another one. */
const isMerging = ({ members, changes }: CollectionFacts) =>
  members.filter((one) => one.default === undefined).length > 1 &&
  changes.every(({ mediaType }) => !mediaType.includes('json-patch'));

const hasConstraint = ({ members }: CollectionFacts) =>
  members.some((one) => one.type === 'integer' || one.maxLength || one.format || one.values || one.pattern);

export const changeFaults: readonly Fault[] = [
  {
    name: 'put-is-not-idempotent',
    clauses: ['4.2', '4.put'],
    appliesTo: some(isReplaceable),
    change(correct) {
      const seen = new Set<string>();
      return afterChange((visit) => {
        const item = findTarget(visit);
        if (item && isSecond(visit, seen))
          changeNewest(item, { content: { ...item.versions.at(-1)?.content, repeated: true } });
        return undefined;
      })(correct);
    },
    seenBy: ['repeated-put'],
  },
  {
    name: 'second-put-answers-452',
    clauses: ['4.2', '4.put'],
    appliesTo: some(isReplaceable),
    change(correct) {
      const seen = new Set<string>();
      return afterChange((visit, reply) => (isSecond(visit, seen) ? { ...reply, status: 452 } : undefined))(correct);
    },
    seenBy: ['repeated-put'],
  },
  {
    name: 'put-merges',
    clauses: ['4.put'],
    appliesTo: hasOptional,
    change: replace(({ changeContent }) => ({
      changeContent: (visit, current, body) => ({ ...current, ...changeContent(visit, current, body) }),
    })),
    seenBy: ['replacing'],
  },
  {
    name: 'put-creates-another',
    clauses: ['4.2', '4.put'],
    appliesTo: some(isReplaceable),
    change: afterChange((visit) => {
      const item = findTarget(visit);
      const { world, facts } = visit;
      if (item && facts && visit.request.method === 'PUT')
        insertItem(world, { ...item, facts, content: item.initial, id: undefined, createdBy: 'client' });
      return undefined;
    }),
    seenBy: ['repeated-put'],
  },
  {
    name: 'change-is-not-stored',
    clauses: ['4.put', '4.patch'],
    appliesTo: some(isChangeable),
    change: intercept((visit, answer) => {
      const restore = visit.facts && isChange(visit) ? keepState(visit.world, visit.facts.index) : undefined;
      const reply = answer();
      restore?.();
      return reply;
    }),
    seenBy: ['change'],
  },
  {
    name: 'change-answers-500',
    clauses: ['7.5xx'],
    appliesTo: some(isChangeable),
    change: afterChange((_, reply) => ({ ...reply, status: 500 })),
    seenBy: ['change'],
  },
  {
    name: 'change-answers-201',
    clauses: ['4.put', '4.patch'],
    appliesTo: some(isChangeable),
    change: afterChange((_, reply) => ({ ...reply, status: 201 })),
    seenBy: ['change'],
  },
  {
    name: 'change-of-another',
    clauses: ['4.put', '4.patch'],
    appliesTo: hasTwo,
    change: afterChange((visit) => {
      const item = findTarget(visit);
      for (const other of visit.facts ? listPresent(visit.world, visit.facts.index) : [])
        if (other !== item)
          changeNewest(other, { content: { ...readNewest(visit.world, other)?.content, spread: true } });
      return undefined;
    }),
    seenBy: ['others-unchanged'],
  },
  {
    name: 'patch-replaces',
    clauses: ['4.patch'],
    appliesTo: some(both(isPatchable, isMerging)),
    change: replace(({ changeContent }) => ({
      changeContent: (visit, current, body) =>
        visit.request.method === 'PUT' ? changeContent(visit, current, body) : changeContent(visit, {}, body),
    })),
    seenBy: ['change'],
  },
  {
    name: 'refused-change-is-half-applied',
    clauses: ['4.patch', '7.3'],
    appliesTo: some(both(isChangeable, hasConstraint)),
    change: intercept((visit, answer) => {
      const isOne = isChange(visit);
      const reply = answer();
      const item = findTarget(visit);
      if (isOne && item && reply.status === Number(visit.world.facts.design.service.invalidStatus))
        changeNewest(item, { content: { ...item.versions.at(-1)?.content, half: true } });
      return reply;
    }),
    seenBy: ['refused-change'],
  },
  {
    name: 'refused-change-answers-200',
    clauses: ['1.4', '7.0'],
    appliesTo: some(both(isChangeable, hasConstraint)),
    change: intercept((visit, answer) => {
      const isOne = isChange(visit);
      const reply = answer();
      const isRefused = reply.status === Number(visit.world.facts.design.service.invalidStatus);
      return isOne && isRefused ? { ...reply, status: 200 } : reply;
    }),
    seenBy: ['refused-change'],
  },
  {
    name: 'change-revives-a-removed-item',
    clauses: ['4.delete', '7.1'],
    appliesTo: some(
      both(isRemovable, ({ changes, create, itemPath }) => changes.length > 0 && create?.path !== itemPath),
    ),
    change: intercept((visit, answer) => {
      const isOne = isChange(visit);
      const reply = answer();
      const item = findTarget(visit);
      if (!isOne || !item || (reply.status !== 404 && reply.status !== 410)) return reply;
      writeVersion(visit.world, item, { removal: 'none' });
      return { status: 200, headers: {} };
    }),
    seenBy: ['after-removal'],
  },
];
