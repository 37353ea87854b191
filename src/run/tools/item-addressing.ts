import { clock } from '../../model/clock.js';
import type { Json } from '../../model/json.js';
import { InconclusiveError } from '../../rule/finding.js';
import { type CreationTallies, createCreationTallies, type FailedCreation } from '../reach/creation-tally.js';
import { type CreationStop, createCreationStop, type RemovalTrial } from './creation-stop.js';

/** Which part of a response to a creation names the address of the item. */
export type AddressSource = 'id' | 'location' | 'link';

/**
 * Result of a creation: where the address is known from; `nowhere` when the item cannot be found; `unaddressed` when the
 * response names an item that existed before; undefined when nothing was created or the outcome is unknown.
 */
export interface CreationRecord {
  readonly n: number;
  readonly known: 'by answer' | 'by list' | 'nowhere' | 'foreign' | undefined;
  /** Status of the response. */
  readonly status?: number | undefined;
  readonly creation?: FailedCreation;
}

/**
 * Longest wait for the creation of another case, in milliseconds: that case may wait for what the waiting one keeps. It is shorter
 * than the time after which a trial without requests is given up.
 */
const maxTurnMs = 45_000;

/** Maximum number of items without an address where others were found in the list. */
const maxUnaddressedItems = 3;

/**
 * Creates an empty record of the creations in the collections of a run: whether created items can be addressed and removed. All trials
 * share it. `mostLeft` is the number of items of a collection that may be left over.
 */
export function createItemAddressing(
  mostLeft = Number.POSITIVE_INFINITY,
  retryRemovals: (collection: string) => Promise<void> = async () => undefined,
) {
  const stop = createCreationStop(mostLeft, retryRemovals);
  const burying = new Set<string>();
  const lingering = new Map<string, string>();
  const deletable = new Set<string>();
  const removedIds = new Map<string, string>();
  const reusing = new Map<string, boolean>();
  const working = new Map<string, Json>();
  const sources = new Map<string, AddressSource>();
  const addressed = new Set<string>();
  const tallies = createCreationTallies();
  const places = new Map<string, Set<string>>();
  return {
    ...stop,
    /** What the creations of each collection led to. */
    tallies: { get: tallies.get },
    createTracked: createTrackedCreations(stop, addressed, tallies),
    /** Records that the value of this member led to the item that was created. */
    recordIdPlace(collection: string, pointer: string, id: string): void {
      const key = JSON.stringify([collection, pointer]);
      places.set(key, (places.get(key) ?? new Set()).add(id));
    },
    /** The member with the id, once it led to two items by different values: one value may be the same by chance. */
    getIdPlace(collection: string): string | undefined {
      const known = [...places].find(([key, ids]) => ids.size > 1 && JSON.parse(key)[0] === collection);
      return known === undefined ? undefined : JSON.parse(known[0])[1];
    },
    /** Remembers which part of a response names the address of an item, where the parts contradict each other. */
    recordAddressSource: (collection: string, source: AddressSource) => void sources.set(collection, source),
    getAddressSource: (collection: string) => sources.get(collection),
    /** Remembers a body with which a creation worked. */
    recordWorkingBody: (collection: string, body: Json) => void working.set(collection, body),
    getWorkingBody: (collection: string) => working.get(collection),
    /** Records that the service allows DELETE of the items of a collection although nothing describes it. */
    recordDeleteAllowed: (collection: string) => void deletable.add(collection),
    isDeleteAllowed: (collection: string) => deletable.has(collection),
    /** Records the id of the item that was removed last. */
    recordRemovedId: (collection: string, id: string) => void removedIds.set(collection, id),
    recordCreatedId(collection: string, id: string): void {
      const removed = removedIds.get(collection);
      if (removed !== undefined) reusing.set(collection, removed === id || reusing.get(collection) === true);
    },
    /** Whether an item that was created after that removal has the same id; undefined where there was none. Several may be created at once. */
    isReusingIds: (collection: string) => reusing.get(collection),
    /** Records that the response to a creation had the address of its item. */
    recordAddressed: (collection: string) => void addressed.add(collection),
    /** Records that a removed item is shown as deleted although no tombstones are declared. */
    recordTombstone: (collection: string) => void burying.add(collection),
    /** Collections with such items. */
    listTombstoneCollections: (): readonly string[] => [...burying],
    /** Records whether an item still exists after a successful DELETE. */
    recordLingering(collection: string, path: string, isStanding: boolean): void {
      if (isStanding) lingering.set(collection, path);
      else if (lingering.get(collection) === path) lingering.delete(collection);
    },
    /** For each collection, an item that still existed when it was last checked. */
    listLingering: (): ReadonlyMap<string, string> => lingering,
  };
}

export type ItemAddressing = ReturnType<typeof createItemAddressing>;

/** Records what creations led to. */
function createCreationNotes(stop: CreationStop, addressed: Set<string>, tallies: CreationTallies) {
  const found = new Set<string>();
  const unaddressed = new Map<string, number>();
  const noteUnaddressed = (collection: string, n: number) => {
    const count = (unaddressed.get(collection) ?? 0) + 1;
    unaddressed.set(collection, count);
    if (count >= (found.has(collection) ? maxUnaddressedItems : 1))
      stop.close(collection, describeUnaddressedItem(collection, n));
  };
  return {
    note(collection: string, { known, n, status, creation }: CreationRecord): void {
      const isMade = known === 'by answer' || known === 'by list';
      stop.recordCreation(collection, { n, status, isMade });
      tallies.record(collection, isMade || (status !== undefined && status < 300 && known === undefined), creation);
      if (known === 'by answer') addressed.add(collection);
      if (known === 'by list') found.add(collection);
      if (known === 'foreign') stop.close(collection, describeForeignItem(collection, n));
      if (known === 'nowhere' && !addressed.has(collection)) noteUnaddressed(collection, n);
    },
    noteUnanswered(collection: string, { reason, why }: InconclusiveError): void {
      if (reason === 'no-answer' || reason === 'refused') tallies.record(collection, false, why);
    },
  };
}

/**
 * Creates what runs a creation in a collection; one at a time until a response has an address and an item was removed: that of the
 * trial is enough. After an item without an address, or one that existed before, nothing more is created there: it throws
 * `InconclusiveError('setup')` then.
 */
function createTrackedCreations(stop: CreationStop, addressed: Set<string>, tallies: CreationTallies) {
  const turns = new Map<string, Promise<void>>();
  const { note, noteUnanswered } = createCreationNotes(stop, addressed, tallies);
  const isKnown = (collection: string) => addressed.has(collection) && stop.isProven(collection);
  const attempt = async <T extends CreationRecord>(
    collection: string,
    make: (isOpen: boolean) => Promise<T>,
    trial: RemovalTrial | undefined,
    onOpen: () => void,
  ): Promise<T> => {
    await stop.requireOpen(collection, trial);
    onOpen();
    const made = await make(!addressed.has(collection)).catch((error: unknown) => {
      if (error instanceof InconclusiveError) noteUnanswered(collection, error);
      throw error;
    });
    note(collection, made);
    return made;
  };
  return <T extends CreationRecord>(
    collection: string,
    make: (isOpen: boolean) => Promise<T>,
    trial?: RemovalTrial,
  ) => {
    if (isKnown(collection)) return attempt(collection, make, trial, () => {});
    let pass: (() => void) | undefined;
    const passed = new Promise<void>((resolve) => {
      pass = resolve;
    });
    // What the trial showed is enough for the next one to begin.
    const onOpen = () => void (isKnown(collection) && pass?.());
    const before = turns.get(collection) ?? Promise.resolve();
    const own = awaitTurn(before, collection).then(() => attempt(collection, make, trial, onOpen));
    const forget = () => void (turns.get(collection) === turn && turns.delete(collection));
    const turn: Promise<void> = before.then(() => Promise.race([passed, own])).then(forget, forget);
    turns.set(collection, turn);
    return own;
  };
}

/** Waits for the creation of another case. Throws `InconclusiveError('setup')` where that takes too long. */
function awaitTurn(before: Promise<void>, collection: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = () => reject(new InconclusiveError('setup', describeLongWait(collection)));
    const cancel = clock.schedule(maxTurnMs, give);
    void before.then(() => {
      cancel();
      resolve();
    });
  });
}

const describeLongWait = (collection: string): string =>
  `no item was created in ${collection}: another creation there, whose outcome decides whether more are sent, did not end within ${maxTurnMs / 1_000} s`;

const describeForeignItem = (collection: string, n: number): string =>
  `no more items are created in ${collection}: the creation in exchange ${n} returned an item that existed before, which is left unchanged`;

const describeUnaddressedItem = (collection: string, n: number): string =>
  `no more items are created in ${collection}: the item created in exchange ${n} has no known address (no id, no Location) and was not found in the list, so it cannot be removed; declare resources[].id`;
