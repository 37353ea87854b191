import type { LedgerScope } from '../../ledger/entry.js';
import type { Json } from '../../model/json.js';
import type { Parent } from '../../model/service/collection-parts.js';
import { readItemId } from '../../model/service/item-id.js';
import type { Collection, Subject } from '../../model/service/subject.js';
import { getCollection } from '../../model/service/subject-collections.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { Item, Items } from '../../rule/items.js';
import type { Nest } from '../../rule/tools.js';
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
  const collection = getCollection(subject);
  if (collection.parents.length === 0) return subject;
  if (subject.kind === 'operation' || subject.kind === 'resource')
    return { ...subject, collection: await bindIfPossible(collection, site, ledger) };
  const { bound } = await bindParents(collection, site, createMaker(site, ledger));
  if (subject.kind === 'collection') return bound;
  const action = bound.actions.find(({ name }) => name === subject.action.name) ?? subject.action;
  return { ...subject, collection: bound, action };
}

/** An address can be requested without its items, too: its parameters then get invented values. */
async function bindIfPossible(collection: Collection, site: SetupContext, ledger: LedgerScope): Promise<Collection> {
  try {
    return (await bindParents(collection, site, createMaker(site, ledger))).bound;
  } catch (error) {
    if (error instanceof InconclusiveError && (error.reason === 'setup' || error.reason === 'refused'))
      return collection;
    throw error;
  }
}

/** Returns the tools that create the items of a collection. */
type Maker = (of: Collection) => Items;

const createMaker =
  (site: SetupContext, ledger: LedgerScope): Maker =>
  (collection) =>
    createItems({
      ...{ ...site, collection, ledger, restMs: 0 },
      wire: createCaseClient(site.meter, `ground@${collection.name}`),
    });

/**
 * Creates another item for each place in the path of a collection, and returns the last one with the collection below it.
 * Throws {@link InconclusiveError} when one cannot be created, or when no item is above the collection.
 */
export async function createAnotherParent(name: string, site: SetupContext, make: Maker): Promise<Nest> {
  const collection = site.collections.find((other) => other.name === name);
  const { bound, parent, above } = collection ? await bindParents(collection, site, make) : {};
  if (!bound || !parent || !above) throw new InconclusiveError('setup', `no collection is known above ${name}`);
  return { parent, above, collection: bound, items: make(bound) };
}

interface BoundCollection {
  readonly bound: Collection;
  readonly filling: PathIds;
  /** The item that the path names last. */
  readonly parent: Item | undefined;
  readonly above: Collection | undefined;
}

async function bindParents(collection: Collection, site: SetupContext, make: Maker): Promise<BoundCollection> {
  let filling: PathIds = {};
  let last: Awaited<ReturnType<typeof createParent>> | undefined;
  let overrides: Readonly<Record<string, Json>> = collection.overrides;
  for (const parent of collection.parents) {
    const made = await createParent(parent, site, make);
    if (parent.place.startsWith('{')) {
      filling = { ...filling, ...made.filling, [parent.place]: made.item.id };
      last = made;
    } else overrides = { ...overrides, [parent.place]: made.value };
  }
  return {
    bound: { ...fillCollectionPaths(collection, filling), overrides },
    filling,
    parent: last?.item,
    above: last?.collection,
  };
}

async function createParent({ collection: name }: Parent, site: SetupContext, make: Maker) {
  const known = site.collections.find((other) => other.name === name);
  const bodies = site.bodies.get(name);
  if (!known || !bodies || !site.mayWrite)
    throw new InconclusiveError('setup', `no item can be created in the parent collection ${name}`);
  const { bound, filling } = await bindParents(known, site, make);
  const item = await make(bound).create(await drawFirstValue(bodies.body(), site.seed), { role: 'control' });
  const value = readRawId(bound, item.createdBy.answer?.json) ?? item.id;
  return { item, collection: bound, value, filling };
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
