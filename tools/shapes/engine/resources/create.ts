import type { CollectionFacts } from '../../facts/facts.js';
import { readPointer } from '../../facts/json-pointer.js';
import type { Content } from '../../facts/values.js';
import { insertItem, isPresent, listPresent, readNewest, writeVersion } from '../state/items.js';
import { type Item, Refusal, type Reply, type Visit } from '../state/world.js';
import { isConflict } from './find-problems.js';
import { performOnce } from './idempotency.js';
import { addDefaults, isObject, readJson, readNewContent, sortMembers } from './read-body.js';
import { replyToCreation } from './represent.js';

/** Creates an item of a collection, in the way of its design. */
export function createItem(visit: Visit, facts: CollectionFacts): Reply {
  if (facts.design.choices.create === 'post-replaces') return replaceList(visit, facts);
  if (visit.request.method === 'PUT') return createOne(visit, facts);
  return performOnce(visit, () => createOne(visit, facts));
}

/** Creates an item, or replaces the one with its id where the design says so. */
export function createOne(visit: Visit, facts: CollectionFacts): Reply {
  const content = readNewContent(visit, facts);
  const id = chooseId(visit, facts, content);
  const existing = id === undefined ? undefined : visit.world.stores[facts.index]?.get(id);
  const isTaken = existing !== undefined && isPresent(visit.world, existing);
  if (isTaken && !canUpsert(visit, facts, existing)) throw new Refusal('conflict', [{ member: 'id', rule: 'unique' }]);
  const stored = requireValid(visit, facts, content, isTaken ? existing : undefined);
  if (isTaken) {
    writeVersion(visit.world, existing, { content: stored });
    existing.writtenBy.push(`${visit.request.method} ${visit.request.path}`);
    return replyToCreation(visit, facts, existing, 200);
  }
  const item = insertNew(visit, facts, stored, id);
  performSideEffects(visit, facts, item);
  return replyToCreation(visit, facts, item, 201);
}

const canUpsert = ({ world, caller }: Visit, { design }: CollectionFacts, item: Item) =>
  design.choices.create === 'post-upserts' && world.behaviour.canSee(world, caller, item);

/** The id that the client chooses; undefined: the service chooses one. */
function chooseId({ ids }: Visit, facts: CollectionFacts, content: Content): string | undefined {
  const { create } = facts.design.choices;
  if (create === 'put-item' || create === 'post-item') {
    const id = ids.at(-1) ?? '';
    if (!new RegExp(facts.idPattern).test(id)) throw new Refusal('invalid');
    return id;
  }
  const member = facts.clientIdMember;
  if (member === undefined) return undefined;
  const value = readPointer(content, `/${member}`);
  if (value === undefined) throw new Refusal('invalid', [{ member, rule: 'required' }]);
  const isRight =
    typeof value === (facts.isIdNumber ? 'number' : 'string') && new RegExp(facts.idPattern).test(String(value));
  if (!isRight) throw new Refusal('invalid', [{ member, rule: 'format' }]);
  return String(value);
}

/** The content that is stored; throws a refusal if it is not valid. */
export function requireValid(visit: Visit, facts: CollectionFacts, content: Content, item: Item | undefined): Content {
  const { stored, unknown } = sortMembers(facts, content);
  const whole = addDefaults(facts, stored);
  const problems = [
    ...unknown.map((member) => ({ member, rule: 'unknown' }) as const),
    ...visit.world.behaviour.findProblems(visit, whole, item),
  ];
  if (problems.length > 0) throw new Refusal(problems.every(isConflict) ? 'conflict' : 'invalid', problems);
  return whole;
}

function insertNew(visit: Visit, facts: CollectionFacts, content: Content, id: string | undefined): Item {
  const { caller, ids, world } = visit;
  const isAtItem = facts.create?.path === facts.itemPath;
  const parent = facts.parent ? ids.at(isAtItem ? -2 : -1) : undefined;
  return insertItem(world, { facts, content, id, parent, owner: caller, createdBy: 'client' });
}

/** What a creation changes beside the new item. */
function performSideEffects({ world }: Visit, facts: CollectionFacts, item: Item): void {
  const { sideEffect } = facts.design.choices;
  if (sideEffect === 'other-list')
    world.log.push({ entry: `${facts.singular} ${item.id} created`, at: world.clock.now() });
  const flag = facts.members.find(({ isDefaultFlag }) => isDefaultFlag)?.name;
  if (flag === undefined || item.initial[flag] !== true) return;
  for (const other of listPresent(world, facts.index)) {
    const content = readNewest(world, other)?.content;
    if (other !== item && content?.[flag] === true)
      writeVersion(world, other, { content: { ...content, [flag]: false } });
  }
}

/** POST with a list of contents: the list has these items afterwards, and no others. */
function replaceList(visit: Visit, facts: CollectionFacts): Reply {
  const { world, caller, ids, request } = visit;
  const body = readJson(visit, ['application/json']);
  if (!Array.isArray(body) || !body.every(isObject)) throw new Refusal('invalid');
  const contents = body.map((one) => requireValid(visit, facts, one, undefined));
  const parent = facts.parent ? ids.at(-1) : undefined;
  for (const item of listPresent(world, facts.index)) {
    if (item.parent !== parent || !world.behaviour.canSee(world, caller, item)) continue;
    item.writtenBy.push(`${request.method} ${request.path}`);
    writeVersion(world, item, { removal: 'removed' });
  }
  for (const content of contents) insertNew(visit, facts, content, undefined);
  return { status: Number(facts.design.choices.createStatus), headers: {} };
}
