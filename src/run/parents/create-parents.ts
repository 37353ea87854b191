import type { LedgerScope } from '../../ledger/entry.js';
import type { Json } from '../../model/json.js';
import type { Parent } from '../../model/service/collection-parts.js';
import { readItemId } from '../../model/service/item-id.js';
import type { Collection, Subject } from '../../model/service/subject.js';
import { getCollection } from '../../model/service/subject-collections.js';
import { isFound } from '../../rule/compare/found-item.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { Item } from '../../rule/items.js';
import type { Nest, PlacedItem, Referring } from '../../rule/tools.js';
import { isRemovedWithParent } from '../cleanup/remove-item.js';
import { listMemberSchemas } from '../identity/unique-values.js';
import type { RunContext } from '../run-context.js';
import { createCaseClient } from '../tools/case-client.js';
import { createItems, type SetupItems } from '../tools/items.js';
import { drawFirstValue } from '../trial/first-value.js';
import { matchType } from './match-type.js';

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
    // An address can be requested without its items, too: its parameters then get invented values.
    return { ...subject, collection: (await tryBinding(collection, site, ledger))?.bound ?? collection };
  const { bound } = await bindParents(collection, site, createMaker(site, ledger));
  if (subject.kind === 'collection') return bound;
  const action = bound.actions.find(({ name }) => name === subject.action.name) ?? subject.action;
  return { ...subject, collection: bound, action };
}

/** Creates the items in the path of an address; resolves to their ids, or undefined where one cannot be created. */
export const createPathItems = async (
  collection: Collection,
  site: SetupContext,
  ledger: LedgerScope,
): Promise<PathIds | undefined> => (await tryBinding(collection, site, ledger))?.filling;

async function tryBinding(collection: Collection, site: SetupContext, ledger: LedgerScope) {
  try {
    return await bindParents(collection, site, createMaker(site, ledger));
  } catch (error) {
    if (error instanceof InconclusiveError && (error.reason === 'setup' || error.reason === 'refused'))
      return undefined;
    throw error;
  }
}

/** Returns the tools that create the items of a collection. */
export type Maker = (of: Collection) => SetupItems;

const createMaker =
  (site: SetupContext, ledger: LedgerScope): Maker =>
  (collection) =>
    createItems({
      ...site,
      collection,
      ledger,
      restMs: 0,
      wire: createCaseClient(site.meter, `ground@${collection.name}`),
    });

/**
 * Creates another item for each place in the path of a collection, and returns the last one with the collection below it;
 * with `beside`, only the last one is created anew. Throws {@link InconclusiveError} when one cannot be created, or when no
 * item is above the collection.
 */
export async function createAnotherParent(name: string, site: SetupContext, make: Maker, beside?: Nest): Promise<Nest> {
  const collection = site.model.collections.find((other) => other.name === name);
  const last = collection?.parents.findLast(({ place }) => place.startsWith('{'))?.place ?? '';
  const { [last]: _, ...shared } = beside?.ids ?? {};
  const made = collection ? await bindParents(collection, site, make, { place: 1, shared }) : undefined;
  if (!made?.parent || !made.above) throw new InconclusiveError('setup', `no collection is known above ${name}`);
  const { bound, parent, above, filling, referred } = made;
  return { parent, above, collection: bound, items: make(bound), ids: filling, referred };
}

/**
 * Creates other items for the members of a collection's bodies that refer to some, and returns the collection that refers to them.
 * Throws {@link InconclusiveError} when one cannot be created.
 */
export async function createReferredItems(name: string, site: SetupContext, make: Maker): Promise<Referring> {
  const collection = site.model.collections.find((other) => other.name === name);
  if (collection === undefined) throw new InconclusiveError('setup', `the collection ${name} is not known`);
  const { bound, referred } = await bindParents(collection, site, make, { place: 1 });
  return { collection: bound, items: make(bound), referred };
}

interface BoundCollection {
  readonly bound: Collection;
  readonly filling: PathIds;
  /** The item that the path names last. */
  readonly parent: Item | undefined;
  readonly above: Collection | undefined;
  /** New items that the bodies refer to. */
  readonly referred: readonly PlacedItem[];
  /** Whether one of `above` was taken, for it or for one of its parents. */
  readonly isShared: boolean;
}

interface BindOptions {
  /** Which of the existing items is taken where none can be created. */
  readonly place?: number;
  /** Items that are there already, by the path parameters that they fill: no others are created for these. */
  readonly shared?: PathIds;
  /** Items that are there already, and are taken where a parent of their collection is wanted. */
  readonly above?: readonly PlacedItem[];
}

/** Fills the places of a collection with parents. Items that the content refers to are created below the items of the path, where their own path names these, too. */
export async function bindParents(
  collection: Collection,
  site: SetupContext,
  make: Maker,
  { place = 0, shared = {}, above = [] }: BindOptions = {},
): Promise<BoundCollection> {
  let filling: PathIds = shared;
  let last: Awaited<ReturnType<typeof getParent>> | undefined;
  let overrides: Readonly<Record<string, Json>> = collection.overrides;
  const referred: PlacedItem[] = [];
  let isShared = false;
  for (const parent of collection.parents.filter((one) => shared[one.place] === undefined)) {
    const made = takeParent(parent, above) ?? (await getParent(parent, site, make, { place, shared: filling, above }));
    isShared ||= made.isShared;
    if (site.mayWrite && isFound(made.item) && isRemovedWithParent(collection))
      throw new InconclusiveError(
        'setup',
        `no item could be created above ${collection.name}, and items that are created below another one cannot be removed`,
      );
    if (parent.place.startsWith('{')) {
      filling = { ...filling, ...made.filling, [parent.place]: made.item.id };
      last = made;
    } else {
      const wanted = listMemberSchemas(collection.create?.request?.schema, site.document, parent.place);
      overrides = { ...overrides, [parent.place]: matchType(made.value, wanted) };
      if (!isFound(made.item)) referred.push({ item: made.item, of: made.collection });
    }
  }
  return {
    bound: { ...fillCollectionPaths(collection, filling), overrides },
    filling,
    parent: last?.item,
    above: last?.collection,
    referred,
    isShared,
  };
}

/** The item to take as a parent. For a place in the path, its own path may name no other item: that would have to be known as well. */
function takeParent({ collection: name, place }: Parent, above: readonly PlacedItem[]) {
  const isPlain = ({ of }: PlacedItem) => of.parents.every((one) => !one.place.startsWith('{'));
  const known = above.find((one) => one.of.name === name && (place.startsWith('/') || isPlain(one)));
  if (known === undefined) return undefined;
  const { item, of } = known;
  return {
    item,
    collection: of,
    value: readRawId(of, item.createdBy.answer?.json) ?? item.id,
    filling: {},
    isShared: true,
  };
}

/** Creates a parent; where that is not possible, takes one that exists and changes nothing in it. */
async function getParent(
  { collection: name }: Parent,
  site: SetupContext,
  make: Maker,
  { place = 0, shared = {}, above = [] }: BindOptions,
) {
  const known = site.model.collections.find((other) => other.name === name);
  if (!known) throw new InconclusiveError('setup', `the parent collection ${name} is not known`);
  const named = Object.entries(shared).filter(([hole]) => known.path.includes(hole));
  const options = { place, shared: Object.fromEntries(named), above };
  const { bound, filling, isShared } = await bindParents(known, site, make, options);
  const item = await createOrTake(bound, site, make(bound), place);
  const shown = isFound(item) ? item.sent : item.createdBy.answer?.json;
  return { item, collection: bound, value: readRawId(bound, shown) ?? item.id, filling, isShared };
}

export async function createOrTake(collection: Collection, site: SetupContext, items: SetupItems, place: number) {
  const bodies = site.model.bodies.get(collection.name);
  const canCreate = site.mayWrite && collection.create?.request !== undefined && bodies !== undefined;
  if (!canCreate && collection.list === undefined)
    throw new InconclusiveError('setup', `no item can be created in the parent collection ${collection.name}`);
  if (!canCreate) return items.findListed(place);
  try {
    return await items.create(await drawFirstValue(bodies.body(), site.seed), { role: 'control' });
  } catch (error) {
    const isRefused = error instanceof InconclusiveError && (error.reason === 'setup' || error.reason === 'refused');
    if (!isRefused || collection.list === undefined) throw error;
    // The reason why no parent could be created says more than that none exists.
    return items.findListed(place).catch(() => Promise.reject(error));
  }
}

/** The id in its JSON type: a number stays a number. */
const readRawId = ({ id }: Collection, json: Json | undefined): Json | undefined => readItemId(json, id.pointer);

/** Fills the path parameters of the parents in the paths of a collection; that of the item itself stays open. */
export function fillCollectionPaths(collection: Collection, filling: PathIds): Collection {
  const holes = Object.entries(filling);
  if (holes.length === 0) return collection;
  const fill = (path: string) => holes.reduce((text, [hole, id]) => text.replace(hole, encodeURIComponent(id)), path);
  const { itemPath, creation } = collection;
  return {
    ...collection,
    path: fill(collection.path),
    ...(itemPath !== undefined && { itemPath: fill(itemPath) }),
    ...(creation && { creation: { ...creation, path: fill(creation.path) } }),
    actions: collection.actions.map((action) => ({ ...action, path: fill(action.path) })),
  };
}
