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

/** What creating parents requires. */
export type SetupContext = Omit<RunContext, 'noise'>;

/** Ids by the path parameters that they fill. */
type PathIds = Readonly<Record<string, string>>;

/**
 * Creates the items that a subject requires: the parents in its path, and the items that its bodies refer to. Returns
 * the subject with their ids filled in, or the subject itself when it requires none. Created items are entered in the
 * ledger, children after their parents; the caller removes them. Throws {@link InconclusiveError} when one cannot be
 * created.
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
    throw new InconclusiveError('setup', `no item can be created in the parent collection ${name}`);
  const { bound, filling } = await bindParents(known, site, ledger);
  const wire = createCaseClient(site.meter, `ground@${name}`);
  const items = createItems({ ...site, collection: bound, wire, ledger, restMs: 0 });
  const item = await items.create(await drawFirstValue(bodies.body(), site.seed), { role: 'control' });
  const value = readRawId(bound, item.createdBy.answer?.json) ?? item.id;
  return { id: item.id, value, filling };
}

/** The id in its JSON type: a number stays a number. */
const readRawId = ({ id }: Collection, json: Json | undefined): Json | undefined => readItemId(json, id.pointer);

/** Fills the path parameters of the parents in the paths of a collection; that of the item itself stays open. */
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
