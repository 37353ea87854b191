import type { CollectionFacts, IdPlace } from '../../facts/facts.js';
import { putPointer } from '../../facts/json-pointer.js';
import { fillTemplate } from '../../facts/match-path.js';
import { readNewest } from '../state/items.js';
import type { Item, Reply, Version, Visit, World } from '../state/world.js';

/** The ids of the parents of an item, the outermost first. */
export function listAncestors(world: World, facts: CollectionFacts, item: Pick<Item, 'parent'>): string[] {
  if (!facts.parent || item.parent === undefined) return [];
  const parent = world.stores[facts.parent.index]?.get(item.parent);
  return parent ? [...listAncestors(world, facts.parent, parent), item.parent] : [item.parent];
}

/** The path of a template with the id of an item, with as many ids of parents as it has. */
function fillPath(world: World, facts: CollectionFacts, template: string, item: Item): string {
  const ids = [...listAncestors(world, facts, item), item.id];
  const parameters = template.split('{').length - 1;
  return fillTemplate(template, ids.slice(ids.length - parameters));
}

/** The address of an item from the root, with the query that it needs. */
export function addressItem(world: World, facts: CollectionFacts, item: Item): string {
  return facts.itemPath === undefined
    ? addQuery(facts, facts.listPath)
    : addressPath(world, facts, facts.itemPath, item);
}

/** The address of a path of an item from the root, with the query that it needs. */
export const addressPath = (world: World, facts: CollectionFacts, template: string, item: Item): string =>
  addQuery(facts, fillPath(world, facts, template, item));

function addQuery({ requiredQuery, design }: CollectionFacts, path: string): string {
  if (design.choices.requiredQuery !== 'everywhere' || !requiredQuery) return path;
  return `${path}?${requiredQuery.name}=${requiredQuery.value}`;
}

const writeId = (facts: CollectionFacts, id: string): string | number => (facts.isIdNumber ? Number(id) : id);

function putId(visit: Visit, facts: CollectionFacts, item: Item, place: IdPlace, into: Record<string, unknown>) {
  const path = addressItem(visit.world, facts, item);
  // Services disagree about addresses with and without a host: `url` has one, links have none.
  const url = place.pointer.startsWith('/_links') ? path : visit.request.origin + path;
  return putPointer(into, place.pointer, place.isUrl ? url : writeId(facts, item.id));
}

/** An item with all its members. */
function representItem(visit: Visit, facts: CollectionFacts, item: Item, version: Version, place: IdPlace | undefined) {
  const { choices } = facts.design;
  const body: Record<string, unknown> = {};
  if (place) putId(visit, facts, item, place, body);
  Object.assign(body, version.content);
  if (facts.parentMember && facts.parent && item.parent !== undefined)
    body[facts.parentMember] = writeId(facts.parent, item.parent);
  if (facts.action) body[facts.action.stateMember] = version.state;
  if (choices.removalKind === 'archive-first') body.archived = version.isArchived;
  if (version.removal === 'hidden') body.deleted = true;
  return Object.assign(body, representDates(facts, item, version), representLinks(visit, facts, item, version));
}

function representDates({ design }: CollectionFacts, item: Item, version: Version): Record<string, unknown> {
  const { dates, entry } = design.choices;
  if (dates === 'none' || entry === 'equal') return {};
  const write = (ms: number) => (dates === 'iso' ? new Date(ms).toISOString() : Math.floor(ms / 1000));
  return { created: write(item.createdAt), modified: write(version.at) };
}

function representLinks({ world }: Visit, facts: CollectionFacts, item: Item, version: Version) {
  const { action, design } = facts;
  if (!action || design.choices.actionLinks === 'none') return {};
  const href = addressPath(world, facts, action.path, item);
  return { actions: version.state === action.states[0] ? [{ rel: action.name, href, method: 'POST' }] : [] };
}

/** What a list has of an item. */
export function representEntry(visit: Visit, facts: CollectionFacts, item: Item, version: Version): unknown {
  const { entry } = facts.design.choices;
  const place = facts.id.list;
  if (entry === 'string') return item.id;
  if (entry === 'number') return Number(item.id);
  if (entry === 'url' && place) return putId(visit, facts, item, place, {});
  if (entry === 'without-id' || entry === 'equal') return representItem(visit, facts, item, version, undefined);
  if (entry !== 'fewer') return representItem(visit, facts, item, version, place);
  const [first] = facts.members;
  const few = first && first.name in version.content ? { [first.name]: version.content[first.name] } : {};
  return place ? putId(visit, facts, item, place, few) : few;
}

/** The answer with one item, wrapped as it is read. */
export function replyWithItem(visit: Visit, facts: CollectionFacts, item: Item, version?: Version): Reply {
  const shown = version ?? readNewest(visit.world, item);
  const body = shown && representItem(visit, facts, item, shown, facts.id.item);
  return { status: 200, headers: {}, json: putPointer({}, facts.itemPointer, body) };
}

/** The answer to a creation. */
export function replyToCreation(visit: Visit, facts: CollectionFacts, item: Item, status: number): Reply {
  const { createAnswer, createStatus } = facts.design.choices;
  const { created } = facts.id;
  const isLocated = createAnswer === 'location' || createAnswer === 'item-location';
  const headers: Record<string, string> = isLocated ? { location: visit.world.behaviour.locate(visit, item) } : {};
  const answer = { status: status === 201 ? Number(createStatus) : status, headers };
  const version = readNewest(visit.world, item);
  if (createAnswer === 'id' && created) return { ...answer, json: putId(visit, facts, item, created, {}) };
  if (!createAnswer.startsWith('item') || !version) return answer;
  return { ...answer, json: putPointer({}, facts.itemPointer, representItem(visit, facts, item, version, created)) };
}
