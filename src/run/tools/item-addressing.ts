import { InconclusiveError } from '../../rule/finding.js';

/** What is known of the creations of a run: whether what they make can be addressed. Shared by all trials. */
export interface ItemAddressing {
  /**
   * Makes something in a collection; one thing at a time, until an answer told an address. What has none cannot be
   * removed, and what was there before is somebody else's, so after it nothing more is made there. Throws Doubt('setup') then.
   */
  createTracked<T extends CreationRecord>(collection: string, make: (isOpen: boolean) => Promise<T>): Promise<T>;
  /** Something of a collection could not be removed; when too much stays, nothing more is made there. */
  recordLeftover(collection: string): void;
  /** Something that was removed is shown as deleted, though nothing says that such things are kept. */
  recordTombstone(collection: string): void;
  /** Collections in which that was seen. */
  listTombstoneCollections(): readonly string[];
  /** Something was looked at after DELETE said that it is gone: it stands as before, or it does not. */
  recordLingering(collection: string, path: string, isStanding: boolean): void;
  /** What stood when it was last looked at, one thing for each collection. */
  listLingering(): ReadonlyMap<string, string>;
}

/** What came of a creation: where what it made is known from, `nowhere` where something was made that nobody can find, `foreign` where the answer names what was there before, nothing where nothing was made, or nothing is known of it. */
export interface CreationRecord {
  readonly n: number;
  readonly known: 'by answer' | 'by list' | 'nowhere' | 'foreign' | undefined;
}

/** Things without an address that may stay where others were found in the list. */
const maxUnaddressedItems = 3;

/** Begins to keep count. `mostLeft` things of a collection may stay because they cannot be removed. */
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
  `nothing more is made in ${collection}: the creation in exchange ${n} was answered with something that was there before, which is not touched`;

const describeUndeletedItems = (collection: string, count: number): string =>
  `nothing more is made in ${collection}: more than ${count} things could not be removed; see the leftovers, and say resources[].delete: false where that is meant`;

const describeUnaddressedItem = (collection: string, n: number): string =>
  `nothing more is made in ${collection}: what was made in exchange ${n} can neither be addressed, by an id or Location, nor be found in the list, so it stays; resources[].id tells where ids are`;
