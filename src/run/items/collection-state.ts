import type { LedgerEntry } from '../../ledger/entry.js';
import { clock, createPollMemory, type PollMemory } from '../../model/clock.js';
import type { Exchange } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import type { Action } from '../../model/service/subject.js';
import { InconclusiveError } from '../../rule/finding.js';
import { KeptItems } from './kept-items.js';

/** Which part of a response to a creation names the address of the item. */
export type AddressSource = 'id' | 'location' | 'link';

/** A creation that gave no item with a known address. */
export interface FailedCreation {
  readonly exchange: Exchange;
  readonly sent: Json;
}

/** What creating items of a collection led to. */
export interface CreationTally {
  readonly created: number;
  /** The last creation that gave no item with an address, or why it got no answer that says anything; absent once one did. */
  readonly failed?: FailedCreation | string | undefined;
}

/**
 * Result of a creation: where the address is known from; `nowhere` when the item cannot be found, `none` when the list shows no item that
 * is not known; `foreign` when the response names an item that existed before; undefined when nothing was created or the outcome is unknown.
 */
export interface CreationRecord {
  readonly n: number;
  readonly known: 'by answer' | 'by list' | 'nowhere' | 'none' | 'foreign' | undefined;
  readonly status?: number | undefined;
  /** Whether it names an item that existed. */
  readonly isRepeat?: boolean;
  readonly creation?: FailedCreation & { readonly item?: { readonly id: string } | undefined };
}

/** What a creation does before there are too many items that may be impossible to remove, or too many failures. */
export interface RemovalTrial {
  /** Creates an item, reads it and removes it; resolves to whether an item was created. */
  readonly tryRemoval: () => Promise<boolean>;
  /** Sends the last creation that worked again; resolves to its status, or undefined without one. */
  readonly repeatWorking: () => Promise<number | undefined>;
}

/** What the creations and removals in one collection have shown in this run. */
export interface CollectionState {
  /** Why nothing more is created. */
  closed?: string;
  /** Why nothing is created until an item is gone. */
  full?: string | undefined;
  failures: readonly FailedStatus[];
  /** Number of creations that the service refused; undefined once it accepted one. */
  refusals: number | undefined;
  /** Number of creations that should have created nothing, for their content or their key, and did. */
  readonly acceptedFaults: Record<'content' | 'key', number>;
  /** Number of these that returned 201 and no address, so that nothing can remove what they created. */
  lostFaults: number;
  /** Created items that are not known to be removed. */
  standing: number;
  /** Paths of items that could not be removed since the last removal. */
  left: Set<string>;
  /** Its items of earlier cases, as long as none was removed. */
  readonly kept: KeptItems;
  /** Addresses of items that were found in a list by their content. */
  readonly found: Set<string>;
  /** Items whose removal the service accepted, oldest first, and when, by the clock; it may not be complete. */
  readonly accepted: Map<LedgerEntry, number>;
  /** The shortest time after which such a removal was seen to be complete, in milliseconds. */
  removalMs?: number;
  /** How long items were still shown after an accepted removal, how long reads and lists did not show what they were read for, and how long an accepted request took. */
  readonly polls: Readonly<Record<'removal' | 'item' | 'list' | 'completion', PollMemory>>;
  /** Removals that could not be sent, since they were tried again. */
  unsent: number;
  /** When they were tried again without success, by the clock. */
  retriedAt: number;
  hasRemoved: boolean;
  removalTries: number;
  isTrying: boolean;
  /** Whether the failed removals were retried, and as many items are left as may be. */
  isStuck: boolean;
  tally?: CreationTally;
  /** Whether a response to a creation had an item that existed before. */
  isForeign?: boolean;
  /** Whether a response had the address of its item, and whether the list had one. */
  isAddressed?: boolean;
  isFoundByList?: boolean;
  unaddressed: number;
  /** Ends when the next creation may begin. */
  turn?: Promise<void> | undefined;
  /** Which part of a response is right, where the parts contradict each other. */
  addressSource?: AddressSource;
  /** The member in which responses to creations have the item, as a JSON Pointer. */
  wrapped?: string;
  /** What Locations that lead to no item path have before the id of the item, and whether they are the address of the item. */
  located?: { readonly stem: string; readonly isAddress: boolean };
  /** The member of the sent content that has the id of the item, as a JSON Pointer. */
  sentId?: string;
  /** A body with which a creation worked. */
  workingBody?: Json;
  /** The ids to which members of responses led, by JSON Pointer. */
  readonly idPlaces: Map<string, Set<string>>;
  /** The id of the item that was removed last. */
  removedId?: string;
  /** Whether an item that was created after that removal has the same id. Several may be created at once. */
  isReusingIds?: boolean;
  /** The actions after one of which a locked item could be removed; empty where none helped. */
  unlocking?: readonly Action[];
  /** Whether the service allows DELETE of items although nothing describes it. */
  isDeleteAllowed?: boolean;
  /** Whether a removed item is shown as deleted although no tombstones are declared. */
  hasTombstones?: boolean;
  /** Path of an item that still existed after a successful DELETE, when it was last checked. */
  lingering?: string | undefined;
}

export const createCollectionState = (): CollectionState => ({
  failures: [],
  refusals: 0,
  acceptedFaults: { content: 0, key: 0 },
  lostFaults: 0,
  standing: 0,
  left: new Set(),
  accepted: new Map(),
  kept: new KeptItems(),
  found: new Set(),
  polls: {
    ...{ removal: createPollMemory(), item: createPollMemory() },
    ...{ list: createPollMemory(), completion: createPollMemory() },
  },
  unsent: 0,
  retriedAt: Number.NEGATIVE_INFINITY,
  hasRemoved: false,
  removalTries: 0,
  isTrying: false,
  isStuck: false,
  unaddressed: 0,
  idPlaces: new Map(),
});

/** How many creations should have created nothing, and did. */
export const countAccepted = ({ acceptedFaults: { content, key } }: CollectionState): number => content + key;

/** Records that the value of this member led to the item that was created. */
export const recordIdPlace = ({ idPlaces }: CollectionState, pointer: string, id: string): void =>
  void idPlaces.set(pointer, (idPlaces.get(pointer) ?? new Set()).add(id));

/** The member with the id, once it led to two items by different values: one value may be the same by chance. */
export const getIdPlace = ({ idPlaces }: CollectionState): string | undefined =>
  [...idPlaces].find(([, ids]) => ids.size > 1)?.[0];

/** Counts a creation that succeeded; as long as none did, keeps the last one that gave no item with an address. */
export function countCreation(state: CollectionState, isMade: boolean, failed: CreationTally['failed']): void {
  const { created, failed: last } = state.tally ?? { created: 0 };
  const isNothing = created === 0 && !isMade;
  state.tally = { created: created + Number(isMade), failed: isNothing ? (failed ?? last) : undefined };
}

/** Other creations do not try the same at the same time. */
export async function tryOnce<T>(state: CollectionState, go: (() => Promise<T>) | undefined): Promise<T | undefined> {
  if (state.isTrying || go === undefined) return undefined;
  state.isTrying = true;
  try {
    return await go();
  } finally {
    state.isTrying = false;
  }
}

/** A creation that failed: its exchange, and the status of the response. */
export interface FailedStatus {
  readonly n: number;
  readonly status: number;
}

/** Number of refused creations after which none is sent any more where none was ever accepted. */
export const maxRefusals = 100;

export const describeUnremovableItems = (collection: string, count: number): string =>
  `no more items are created in ${collection}: ${count} of its items could not be removed when the next one was needed, which is the limit (limits.maxLeft, --max-left); the leftovers say which still exist`;

export const describeFailures = (collection: string, failures: readonly FailedStatus[]): string =>
  `no more items are created in ${collection}: ${failures.length} creations in a row failed without a known reason (${failures.map(({ status, n }) => `${status} in exchange ${n}`).join(', ')})`;

export const describeRefusals = (collection: string, { status, n }: FailedStatus): string =>
  `no more items are created in ${collection}: the service refused all ${maxRefusals} creations, the last with ${status} (exchange ${n}); declare resources[].create.example`;

/** Whether nothing more is created because creations failed, not because items cannot be removed. */
export const isStoppedByFailures = (why: string): boolean => why.includes('creations in a row failed');

export const describeForeignItem = (collection: string, n: number): string =>
  `no more items are created in ${collection}: the creation in exchange ${n} returned an item that existed before, which is left unchanged`;

export const describeUnaddressedItem = (collection: string, n: number): string =>
  `no more items are created in ${collection}: the item created in exchange ${n} has no known address (no id, no Location) and was not found in the list, so it cannot be removed; declare resources[].id`;

/**
 * Longest wait for the creation of another case, in milliseconds: that case may wait for what the waiting one keeps. It is shorter
 * than the time after which a trial without requests is given up.
 */
const maxTurnMs = 45_000;

/** Waits for the creation of another case. Throws `InconclusiveError('setup')` where that takes too long. */
export function awaitTurn(before: Promise<void>, collection: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const why = `no item was created in ${collection}: another creation there, whose outcome decides whether more are sent, did not end within ${maxTurnMs / 1_000} s`;
    const cancel = clock.schedule(maxTurnMs, () => reject(new InconclusiveError('setup', why)));
    void before.then(() => {
      cancel();
      resolve();
    });
  });
}
