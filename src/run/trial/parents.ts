import type { LedgerScope } from '../../ledger/entry.js';
import type { Json } from '../../model/json.js';
import type { Parent } from '../../model/service/collection-parts.js';
import { readItemId } from '../../model/service/item-id.js';
import type { Collection, Subject } from '../../model/service/subject.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { RunContext } from '../run-context.js';
import { createCaseClient } from '../tools/case-client.js';
import { createItems } from '../tools/items.js';
import { drawFirstValue } from './first-value.js';

/** What the ground under a subject is laid with. */
export type SetupContext = Omit<RunContext, 'noise'>;

/** Ids by the holes of a path that they fill. */
type PathIds = Readonly<Record<string, string>>;

/**
 * Makes what must exist before a subject can be tried: the items that its path stands below, and those that its bodies
 * point to. Gives the subject with their ids put in; itself when nothing was missing. What was made stands in the ledger,
 * children behind their parents, and is for the caller to remove. Throws Doubt where it could not be made.
 */
export async function createParents(subject: Subject, site: SetupContext, ledger: LedgerScope): Promise<Subject> {
  if (subject.kind === 'service') return subject;
  const collection = subject.kind === 'action' ? subject.collection : subject;
  if (collection.parents.length === 0) return subject;
  const { bound } = await bindParents(collection, site, ledger);
  if (subject.kind === 'collection') return bound;
  const action = bound.actions.find(({ name }) => name === subject.action.name) ?? subject.action;
  return { ...subject, collection: bound, action };
}

async function bindParents(
  collection: Collection,
  site: SetupContext,
  ledger: LedgerScope,
): Promise<{ bound: Collection; filling: PathIds }> {
  let filling: PathIds = {};
  let overrides: Readonly<Record<string, Json>> = collection.overrides;
  for (const parent of collection.parents) {
    const made = await createParent(parent, site, ledger);
    if (parent.place.startsWith('{')) filling = { ...made.filling, [parent.place]: made.id };
    else overrides = { ...overrides, [parent.place]: made.value };
  }
  return { bound: { ...fillCollectionPaths(collection, filling), overrides }, filling };
}

async function createParent({ collection: name }: Parent, site: SetupContext, ledger: LedgerScope) {
  const known = site.collections.find((other) => other.name === name);
  const bodies = site.bodies.get(name);
  if (!known || !bodies || !site.mayWrite)
    throw new InconclusiveError('setup', `nothing can be made in ${name}, which must come first`);
  const { bound, filling } = await bindParents(known, site, ledger);
  const wire = createCaseClient(site.meter, `ground@${name}`);
  const items = createItems({ ...site, collection: bound, wire, ledger, restMs: 0 });
  const item = await items.create(await drawFirstValue(bodies.body(), site.seed), { role: 'control' });
  const value = readRawId(bound, item.createdBy.answer?.json) ?? item.id;
  return { id: item.id, value, filling };
}

/** The id as the service writes it: a number stays one. */
const readRawId = ({ id }: Collection, json: Json | undefined): Json | undefined => readItemId(json, id.pointer);

/** A collection whose paths have their holes filled; the hole of the item itself stays open. */
function fillCollectionPaths(collection: Collection, filling: PathIds): Collection {
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
