import { insertItem, listPresent, writeVersion } from '../engine/state/items.js';
import type { Item, Reply, Visit } from '../engine/state/world.js';
import type { CollectionFacts } from '../facts/facts.js';
import type { Content } from '../facts/values.js';
import {
  changeNewest,
  type Fault,
  findTarget,
  intercept,
  isChange,
  isSuccess,
  keepState,
  recordWrite,
  replace,
} from './fault.js';
import { grow, hasConstraint, hasHalves, hasShared, listGrowing, listShared, pickNew } from './members.js';
import { both, isChangeable, isPatchable, isRemovable, isReplaceable, some } from './where.js';

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

/** Whether a change of one member leaves another one. */
const isMerging = ({ members, changes }: CollectionFacts) =>
  members.filter((one) => one.default === undefined).length > 1 &&
  changes.every(({ mediaType }) => !mediaType.includes('json-patch'));

/** The newest content of an item. */
const readContent = (item: Item | undefined): Content => item?.versions.at(-1)?.content ?? {};

/** Stores new content of an item, of some members only, in the newest version. */
const store = (item: Item, content: Content) => changeNewest(item, { content: { ...readContent(item), ...content } });

/** Lets a stored member grow that clients write. */
function growMember(item: Item, facts: CollectionFacts): void {
  const content = readContent(item);
  const [first] = listGrowing(facts).flatMap((member): Content[] => {
    const value = grow(member, content[member.name]);
    return value === undefined ? [] : [{ [member.name]: value }];
  });
  if (first) store(item, first);
}

/** What a refused change would store if each member were stored alone, as far as it is valid. */
function listValid(visit: Visit, facts: CollectionFacts, item: Item): Content {
  const current = readContent(item);
  const sent = readChange(visit, current);
  const wrong = new Set(visit.world.behaviour.findProblems(visit, sent, item).map(({ member }) => member));
  const valid = facts.members.filter(({ name }) => !wrong.has(name));
  return pickNew(valid, sent, current);
}

/** The content after a change, as far as it can be performed: of a JSON patch, the operations before the first wrong one. */
function readChange(visit: Visit, current: Content): Content {
  let content = current;
  try {
    const body: unknown = JSON.parse(visit.request.body);
    const { changeContent } = visit.world.behaviour;
    for (const part of Array.isArray(body) ? body.map((one) => [one]) : [body])
      content = changeContent(visit, content, part);
  } catch {
    // What follows is not performed.
  }
  return content;
}

export const changeFaults: readonly Fault[] = [
  {
    name: 'put-is-not-idempotent',
    clauses: ['4.2', '4.put'],
    appliesTo: some(both(isReplaceable, (facts) => listGrowing(facts).length > 0)),
    change(correct) {
      const seen = new Set<string>();
      return afterChange((visit) => {
        const item = findTarget(visit);
        if (item && visit.facts && isSecond(visit, seen)) growMember(item, visit.facts);
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
    appliesTo: some(both(isChangeable, hasShared)),
    change: intercept((visit, answer) => {
      const { world, facts } = visit;
      const item = isChange(visit) ? findTarget(visit) : undefined;
      const before = readContent(item);
      const reply = answer();
      if (!item || !facts || !isSuccess(reply)) return reply;
      const changed = pickNew(listShared(facts), readContent(item), before);
      for (const other of Object.keys(changed).length > 0 ? listPresent(world, facts.index) : []) {
        if (other === item) continue;
        store(other, changed);
        recordWrite(other, visit);
      }
      return reply;
    }),
    harmsOthers: true,
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
    appliesTo: some(both(isChangeable, hasHalves)),
    change: intercept((visit, answer) => {
      const { facts, world } = visit;
      const item = isChange(visit) ? findTarget(visit) : undefined;
      const reply = answer();
      if (item && facts && reply.status === Number(world.facts.design.service.invalidStatus))
        store(item, listValid(visit, facts, item));
      return reply;
    }),
    seenBy: ['refused-change'],
  },
  {
    name: 'refused-change-answers-200',
    clauses: ['1.4', '7.0'],
    appliesTo: some(both(isChangeable, ({ members }) => members.some(hasConstraint))),
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
