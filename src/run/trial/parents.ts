import type { Ledger } from '../../ledger/entry.js';
import type { Json } from '../../model/json.js';
import type { Parent } from '../../model/service/collection-parts.js';
import { ownId } from '../../model/service/item-id.js';
import type { Collection, Subject } from '../../model/service/subject.js';
import { Doubt } from '../../rule/finding.js';
import type { Site } from '../run-context.js';
import { wireOf } from '../tools/case-client.js';
import { itemsOf } from '../tools/items.js';
import { plainOf } from './first-value.js';

/** What the ground under a subject is laid with. */
export type Quarry = Omit<Site, 'noise'>;

/** Ids by the holes of a path that they fill. */
type Filling = Readonly<Record<string, string>>;

/**
 * Makes what must exist before a subject can be tried: the items that its path stands below, and those that its bodies
 * point to. Gives the subject with their ids put in; itself when nothing was missing. What was made stands in the ledger,
 * children behind their parents, and is for the caller to remove. Throws Doubt where it could not be made.
 */
export async function layGround(subject: Subject, site: Quarry, ledger: Ledger): Promise<Subject> {
  if (subject.kind === 'service') return subject;
  const collection = subject.kind === 'action' ? subject.collection : subject;
  if (collection.parents.length === 0) return subject;
  const { bound } = await bind(collection, site, ledger);
  if (subject.kind === 'collection') return bound;
  const action = bound.actions.find(({ name }) => name === subject.action.name) ?? subject.action;
  return { ...subject, collection: bound, action };
}

async function bind(
  collection: Collection,
  site: Quarry,
  ledger: Ledger,
): Promise<{ bound: Collection; filling: Filling }> {
  let filling: Filling = {};
  let overrides: Readonly<Record<string, Json>> = collection.overrides;
  for (const parent of collection.parents) {
    const made = await makeParent(parent, site, ledger);
    if (parent.place.startsWith('{')) filling = { ...made.filling, [parent.place]: made.id };
    else overrides = { ...overrides, [parent.place]: made.value };
  }
  return { bound: { ...filled(collection, filling), overrides }, filling };
}

async function makeParent({ collection: name }: Parent, site: Quarry, ledger: Ledger) {
  const known = site.collections.find((other) => other.name === name);
  const bodies = site.bodies.get(name);
  if (!known || !bodies || !site.mayWrite)
    throw new Doubt('setup', `nothing can be made in ${name}, which must come first`);
  const { bound, filling } = await bind(known, site, ledger);
  const wire = wireOf(site.meter, `ground@${name}`);
  const items = itemsOf({ ...site, collection: bound, wire, ledger, restMs: 0 });
  const item = await items.make(await plainOf(bodies.body(), site.seed), { role: 'control' });
  const value = idAsWritten(bound, item.made.answer?.json) ?? item.id;
  return { id: item.id, value, filling };
}

/** The id as the service writes it: a number stays one. */
const idAsWritten = ({ id }: Collection, json: Json | undefined): Json | undefined => ownId(json, id.pointer);

/** A collection whose paths have their holes filled; the hole of the item itself stays open. */
function filled(collection: Collection, filling: Filling): Collection {
  const holes = Object.entries(filling);
  if (holes.length === 0) return collection;
  const fill = (path: string) => holes.reduce((text, [hole, id]) => text.replace(hole, encodeURIComponent(id)), path);
  const { itemPath } = collection;
  return {
    ...collection,
    path: fill(collection.path),
    ...(itemPath !== undefined && { itemPath: fill(itemPath) }),
    actions: collection.actions.map((action) => ({ ...action, path: fill(action.path) })),
  };
}
