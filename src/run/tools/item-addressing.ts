import { InconclusiveError } from '../../rule/finding.js';

/**
 * What is known about creations in the collections of a run: whether created items can be addressed. Shared by all
 * trials.
 */
export interface ItemAddressing {
  /**
   * Runs a creation in a collection; one at a time until a response has an address. After an item without an address,
   * or one that existed before, nothing more is created there. Throws `InconclusiveError('setup')` then.
   */
  createTracked<T extends CreationRecord>(collection: string, make: (isOpen: boolean) => Promise<T>): Promise<T>;
  /** Records that an item could not be removed; with too many of them, nothing more is created there. */
  recordLeftover(collection: string): void;
  /** Records that a removed item is shown as deleted although no tombstones are declared. */
  recordTombstone(collection: string): void;
  /** Collections with such items. */
  listTombstoneCollections(): readonly string[];
  /** Records whether an item still exists after a successful DELETE. */
  recordLingering(collection: string, path: string, isStanding: boolean): void;
  /** For each collection, an item that still existed when it was last checked. */
  listLingering(): ReadonlyMap<string, string>;
}

/**
 * Result of a creation: where the address is known from; `nowhere` when the item cannot be found; `foreign` when the
 * response names an item that existed before; undefined when nothing was created or the outcome is unknown.
 */
export interface CreationRecord {
  readonly n: number;
  readonly known: 'by answer' | 'by list' | 'nowhere' | 'foreign' | undefined;
}

/** Maximum number of items without an address where others were found in the list. */
const maxUnaddressedItems = 3;

/** Creates an empty record. `mostLeft` is the number of items of a collection that may be left over. */
export function createItemAddressing(mostLeft = Number.POSITIVE_INFINITY): ItemAddressing {
  const { createTracked, closed } = createTrackedCreations();
  const left = createCounter();
  const burying = new Set<string>();
  const lingering = new Map<string, string>();
  return {
    createTracked,
    recordTombstone: (collection) => void burying.add(collection),
    listTombstoneCollections: () => [...burying],
    recordLingering(collection, path, isStanding) {
      if (isStanding) lingering.set(collection, path);
      else if (lingering.get(collection) === path) lingering.delete(collection);
    },
    listLingering: () => lingering,
    recordLeftover(collection) {
      if (left.add(collection) > mostLeft) closed.set(collection, describeUndeletedItems(collection, mostLeft));
    },
  };
}

/** Creates one item at a time until an answer has an address; `closed` says why nothing more is created in a collection. */
function createTrackedCreations() {
  const addressed = new Set<string>();
  const found = new Set<string>();
  const closed = new Map<string, string>();
  const turns = new Map<string, Promise<unknown>>();
  const strays = createCounter();
  const note = (collection: string, { known, n }: CreationRecord) => {
    if (known === 'by answer') addressed.add(collection);
    if (known === 'by list') found.add(collection);
    if (known === 'foreign') closed.set(collection, describeForeignItem(collection, n));
    if (known !== 'nowhere' || addressed.has(collection)) return;
    if (strays.add(collection) >= (found.has(collection) ? maxUnaddressedItems : 1))
      closed.set(collection, describeUnaddressedItem(collection, n));
  };
  const attempt: ItemAddressing['createTracked'] = async (collection, make) => {
    const why = closed.get(collection);
    if (why !== undefined) throw new InconclusiveError('setup', why);
    const made = await make(!addressed.has(collection));
    note(collection, made);
    return made;
  };
  const createTracked: ItemAddressing['createTracked'] = (collection, make) => {
    if (addressed.has(collection)) return attempt(collection, make);
    const own = (turns.get(collection) ?? Promise.resolve()).then(() => attempt(collection, make));
    turns.set(
      collection,
      own.catch(() => undefined),
    );
    return own;
  };
  return { createTracked, closed };
}

function createCounter() {
  const counts = new Map<string, number>();
  return {
    add(name: string): number {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return count;
    },
  };
}

const describeForeignItem = (collection: string, n: number): string =>
  `no more items are created in ${collection}: the creation in exchange ${n} returned an item that existed before, which is left unchanged`;

const describeUndeletedItems = (collection: string, count: number): string =>
  `no more items are created in ${collection}: more than ${count} items could not be removed; see the leftovers, and declare resources[].delete: false if this is intended`;

const describeUnaddressedItem = (collection: string, n: number): string =>
  `no more items are created in ${collection}: the item created in exchange ${n} has no known address (no id, no Location) and was not found in the list, so it cannot be removed; declare resources[].id`;
