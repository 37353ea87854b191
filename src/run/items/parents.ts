import type { LedgerScope } from '../../ledger/scope.js';
import { getAtPointer, type Json } from '../../model/json.js';
import type { Caller } from '../../model/service/caller.js';
import type { Parent } from '../../model/service/collection-parts.js';
import type { Collection, Subject } from '../../model/service/subject.js';
import { getCollection } from '../../model/service/subject-collections.js';
import { isFound } from '../../rule/compare/found-item.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { Item } from '../../rule/items.js';
import type { CreatedItem, Nest, PlacedItem, Referring } from '../../rule/tools.js';
import { drawFirstValue } from '../../rule/values/generators.js';
import { isRemovedWithParent } from '../cleanup/remove-item.js';
import type { RunContext } from '../run-context.js';
import { CaseClient } from './case-client.js';
import { fillPlaces, matchType, readTypedId } from './item-address.js';
import { CaseItems, type SetupItems } from './items.js';
import { listMemberSchemas } from './unique-values.js';

/** Ids by the path parameters that they fill (`{id}`). */
type PathIds = Readonly<Record<string, string>>;

/** Returns the tools that create the items of a collection. */
type Maker = (of: Collection) => SetupItems;

/** Where a parent comes from. */
type ParentSource = Pick<SetupItems, 'create' | 'findListed'>;

/**
 * Creates the items that a subject requires: the parents in its path, and the items that its bodies refer to. Returns
 * the subject with their ids filled in, or the subject itself when it requires none. Created items are entered in the
 * ledger, children after their parents; the caller removes them. Throws {@link InconclusiveError} when one cannot be
 * created.
 */
export async function createParents(subject: Subject, site: RunContext, ledger: LedgerScope): Promise<Subject> {
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

/** Fills the places of a collection with new items; resolves to undefined where one cannot be created. */
export async function tryBinding(
  collection: Collection,
  site: RunContext,
  ledger: LedgerScope,
): Promise<BoundCollection | undefined> {
  try {
    return await bindParents(collection, site, createMaker(site, ledger));
  } catch (error) {
    if (isSetupProblem(error)) return undefined;
    throw error;
  }
}

export const isSetupProblem = (error: unknown): boolean =>
  error instanceof InconclusiveError && (error.reason === 'setup' || error.reason === 'refused');

const createMaker =
  (site: RunContext, ledger: LedgerScope): Maker =>
  (collection) => {
    const wire = new CaseClient(site.meter, `ground@${collection.name}`);
    return new CaseItems({ ...site, collection, ledger, restMs: 0, wire });
  };

function requireCollection(name: string, site: RunContext, what = 'collection'): Collection {
  const found = site.model.collections.find((other) => other.name === name);
  if (found === undefined) throw new InconclusiveError('setup', `the ${what} ${name} is not known`);
  return found;
}

/**
 * Creates another item for each place in the path of a collection, and returns the last one with the collection below it;
 * with `beside`, only the last one is created anew. Throws {@link InconclusiveError} when one cannot be created, or when no
 * item is above the collection.
 */
export async function createAnotherParent(name: string, site: RunContext, make: Maker, beside?: Nest): Promise<Nest> {
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
export async function createReferredItems(name: string, site: RunContext, make: Maker): Promise<Referring> {
  const { bound, referred } = await bindParents(requireCollection(name, site), site, make, { place: 1 });
  return { collection: bound, items: make(bound), referred };
}

/**
 * Creates an item of a collection as another caller, and the items above it that it needs. They are entered in the ledger with that
 * caller, who removes them. Throws {@link InconclusiveError} where the caller cannot create one: items that exist are never taken,
 * because they may belong to another client.
 */
export async function createAsCaller(as: Caller, name: string, site: RunContext, make: Maker): Promise<Item> {
  const makeAs = (of: Collection): ParentSource => ({
    // A generated body may refer to items that only the usual caller has; then only what is required is sent.
    async create(body, making) {
      const items = make(of);
      const { item } = await items.post(body, { ...making, as });
      return item ?? items.create(body, { ...making, as, isMinimal: true });
    },
    findListed: () => Promise.reject(new InconclusiveError('setup', `the other caller created no ${of.name}`)),
  });
  const { bound } = await bindParents(requireCollection(name, site), site, makeAs);
  return createOrTake(bound, site, makeAs(bound), 0);
}

/**
 * Creates an item of a collection, and the items above it that it needs and `above` does not have. Throws {@link InconclusiveError}
 * where none can be created: items that exist are never taken, because they may belong to another client.
 */
export async function createInCollection(
  name: string,
  site: RunContext,
  make: Maker,
  above: readonly PlacedItem[] = [],
): Promise<CreatedItem> {
  const collection = requireCollection(name, site);
  try {
    const { bound, isShared } = await bindParents(collection, site, make, { place: 1, above });
    const item = await createOrTake(bound, site, make(bound), 0);
    if (isFound(item)) throw new InconclusiveError('setup', `no item of ${name} could be created`);
    return { item, of: bound, isShared };
  } catch (error) {
    // An item may have one of another collection only.
    if (above.length === 0 || !isSetupProblem(error)) throw error;
    return createInCollection(name, site, make);
  }
}

interface BoundCollection {
  readonly bound: Collection;
  readonly filling: PathIds;
  /** The item that the path names last, and its collection. */
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
async function bindParents(
  collection: Collection,
  site: RunContext,
  make: (of: Collection) => ParentSource,
  { place = 0, shared = {}, above = [] }: BindOptions = {},
): Promise<BoundCollection> {
  let filling: PathIds = shared;
  let last: ParentItem | undefined;
  let overrides: Readonly<Record<string, Json>> = collection.overrides;
  const referred: PlacedItem[] = [];
  let isShared = false;
  for (const parent of collection.parents) {
    if (shared[parent.place] !== undefined) continue;
    const isInPath = parent.place.startsWith('{');
    const shown = isInPath ? undefined : getAtPointer(collection.create?.request?.example, parent.place);
    const made =
      takeParent(parent, above) ??
      (await getParent(parent, site, make, { place, shared: filling, above }).catch((error) => {
        // The item that an example refers to may be there, although no list shows it.
        if (shown === undefined || shown === null || !isSetupProblem(error)) throw error;
        return undefined;
      }));
    if (made === undefined) {
      overrides = { ...overrides, [parent.place]: shown as Json };
      continue;
    }
    isShared ||= made.isShared;
    if (isInPath && site.mayWrite && isFound(made.item) && isRemovedWithParent(collection))
      throw new InconclusiveError(
        'setup',
        `no item could be created above ${collection.name}, and items that are created below another one cannot be removed`,
      );
    if (isInPath) {
      filling = { ...filling, ...made.filling, [parent.place]: made.item.id };
      last = made;
    } else {
      const wanted = listMemberSchemas(collection.create?.request?.schema, site.document, parent.place);
      overrides = { ...overrides, [parent.place]: matchType(await readTypedId(made), wanted) };
      if (!isFound(made.item)) referred.push({ item: made.item, of: made.of });
    }
  }
  const isOwn = last !== undefined && !isFound(last.item);
  const bound = { ...fillPlaces(collection, filling), overrides, ...(isOwn && { isBelowOwnItem: true as const }) };
  return { bound, filling, parent: last?.item, above: last?.of, referred, isShared };
}

interface ParentItem extends PlacedItem {
  /** The ids in its own path. */
  readonly filling: PathIds;
  readonly isShared: boolean;
}

/** The item to take as a parent. For a place in the path, its own path may name no other item: that would have to be known as well. */
function takeParent({ collection: name, place }: Parent, above: readonly PlacedItem[]): ParentItem | undefined {
  const isPlain = ({ of }: PlacedItem) => of.parents.every((one) => !one.place.startsWith('{'));
  const known = above.find((one) => one.of.name === name && (place.startsWith('/') || isPlain(one)));
  if (known === undefined) return undefined;
  const { item, of } = known;
  return { item, of, filling: {}, isShared: true };
}

/** Creates a parent; where that is not possible, takes one that exists and changes nothing in it. */
async function getParent(
  { collection: name, place: hole, existing }: Parent,
  site: RunContext,
  make: (of: Collection) => ParentSource,
  { place = 0, shared = {}, above = [] }: BindOptions,
): Promise<ParentItem> {
  const known = requireCollection(name, site, 'parent collection');
  const named = Object.entries(shared).filter(([one]) => known.path.includes(one));
  const options = { place, shared: Object.fromEntries(named), above };
  const { bound: of, filling, isShared } = await bindParents(known, site, make, options);
  try {
    return { item: await createOrTake(of, site, make(of), place, existing), of, filling, isShared };
  } catch (error) {
    // What content refers to may be below another item, as that of existing items is.
    if (!hole.startsWith('/') || of === known || !site.mayWrite || !isSetupProblem(error)) throw error;
    return findBelowOthers(known, site, make).catch(() => Promise.reject(error));
  }
}

/** Number of existing items in whose lists an item is looked for. */
const maxOthersLooked = 3;

/** An item of a collection below an item of others, for content to refer to; nothing is created. */
async function findBelowOthers(
  collection: Collection,
  site: RunContext,
  make: (of: Collection) => ParentSource,
  place = 0,
): Promise<ParentItem> {
  const { bound: of, filling } = await bindParents(collection, { ...site, mayWrite: false }, make, { place });
  try {
    return { item: await make(of).findListed(0), of, filling, isShared: false };
  } catch (error) {
    if (place + 1 === maxOthersLooked) throw error;
    return findBelowOthers(collection, site, make, place + 1);
  }
}

/** Where no item can be created, one that exists is taken: the named one, or that at a place in the list. */
async function createOrTake(
  collection: Collection,
  site: RunContext,
  items: ParentSource,
  place: number,
  named?: string,
) {
  const bodies = site.model.bodies.get(collection.name);
  const canCreate = site.mayWrite && collection.create?.request !== undefined && bodies !== undefined;
  if (!canCreate && collection.list === undefined)
    throw new InconclusiveError('setup', `no item can be created in the parent collection ${collection.name}`);
  if (!canCreate) return items.findListed(place, named);
  try {
    return await items.create(await drawFirstValue(bodies.body(), site.seed), { role: 'control' });
  } catch (error) {
    if (!isSetupProblem(error) || collection.list === undefined) throw error;
    // The reason why no parent could be created says more than that none exists.
    return items.findListed(place, named).catch(() => Promise.reject(error));
  }
}
