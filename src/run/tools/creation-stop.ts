import { InconclusiveError } from '../../rule/finding.js';
import {
  describeFailures,
  describeRefusals,
  describeUnremovableItems,
  type FailedStatus,
  maxRefusals,
} from '../reach/stop-reasons.js';

/** Number of failed creations in a row after which none is sent any more. */
const maxFailures = 3;

/** Statuses that refuse the content of a creation. */
const contentStatuses = [400, 404, 409, 413, 415, 422];

/** What a creation does before there are too many items that may be impossible to remove, or too many failures. */
export interface RemovalTrial {
  /** Creates an item, reads it and removes it; resolves to whether an item was created. */
  readonly tryRemoval: () => Promise<boolean>;
  /** Sends the last creation that worked again; resolves to its status, or undefined without one. */
  readonly repeatWorking: () => Promise<number | undefined>;
}

/** Number of times that a removal is tried whose item could not be created. */
const maxRemovalTries = 3;

/** How often failed removals of a collection are retried: a service may be stopped or locked several times in a run. */
const maxRetries = 8;

/** Number of removals that could not be sent, after which they are tried again. */
const maxUnsent = 3;

interface CollectionState {
  failures: readonly FailedStatus[];
  /** Number of creations that the service refused; undefined once it accepted one. */
  refusals: number | undefined;
  /** Created items that are not known to be removed. */
  standing: number;
  /** Paths of items that could not be removed since the last removal. */
  left: Set<string>;
  /** Removals that could not be sent, since they were tried again. */
  unsent: number;
  hasRemoved: boolean;
  removalTries: number;
  isTrying: boolean;
  /** How often failed removals were retried. */
  retries: number;
}

/**
 * Stops creations in a collection whose items cannot be removed, or whose creations fail without a reason. `retryRemovals` tries the
 * failed removals of a collection again, with growing pauses.
 */
export function createCreationStop(mostLeft: number, retryRemovals: (collection: string) => Promise<void>) {
  const closed = new Map<string, string>();
  const states = new Map<string, CollectionState>();
  const of = (collection: string): CollectionState => {
    const known = states.get(collection) ?? createState();
    states.set(collection, known);
    return known;
  };
  const close = (collection: string, why: string) => void (closed.has(collection) || closed.set(collection, why));
  return {
    /** Creates nothing more in a collection. */
    close,
    /** Why nothing more is created in a collection; undefined where more may be. */
    findWhyClosed: (collection: string) => closed.get(collection),
    /** Whether an item of the collection was removed, or any number may be left. */
    hasRemoved: (collection: string) => mostLeft === Number.POSITIVE_INFINITY || of(collection).hasRemoved,
    /** Whether an item of the collection was removed, and neither removals nor creations fail now. */
    isProven(collection: string): boolean {
      const { hasRemoved, left, failures } = of(collection);
      return (
        (hasRemoved || mostLeft === Number.POSITIVE_INFINITY) && left.size < mostLeft && failures.length < maxFailures
      );
    },
    /**
     * Resolves when one more item may be created. Before the first item of a collection, the removal of one is tried:
     * until it works, no more items are created than may be left over. Throws `InconclusiveError('setup')` when nothing more is created there.
     */
    async requireOpen(collection: string, trial?: RemovalTrial): Promise<void> {
      const state = of(collection);
      if (!closed.has(collection) && !(await canRemove(state, mostLeft, () => retryRemovals(collection), trial)))
        close(collection, describeUnremovableItems(collection, mostLeft));
      if (!closed.has(collection) && !(await canCreate(state, trial)))
        close(collection, describeFailures(collection, state.failures));
      const why = closed.get(collection);
      if (why !== undefined) throw new InconclusiveError('setup', why);
    },
    /** Records a creation with the status of its response. */
    recordCreation(collection: string, made: RecordedCreation): void {
      const state = of(collection);
      if (made.isMade) state.standing += 1;
      const why = countFailure(state, collection, made);
      if (why !== undefined) close(collection, why);
    },
    /** Records that an item was removed. */
    recordRemoved(collection: string): void {
      const state = of(collection);
      Object.assign(state, { hasRemoved: true, left: new Set(), standing: Math.max(0, state.standing - 1) });
    },
    /** Records that a created item does not exist, by its path. */
    recordAbsent(collection: string, path: string): void {
      const state = of(collection);
      state.left.delete(path);
      state.standing = Math.max(0, state.standing - 1);
    },
    /** Records that the item at a path could not be removed. */
    recordLeftover: (collection: string, path: string) => void of(collection).left.add(path),
    /** Records that a removal could not be sent; it is tried again before more items are created. */
    recordUnsentRemoval(collection: string): void {
      of(collection).unsent += 1;
    },
  };
}

export type CreationStop = ReturnType<typeof createCreationStop>;

/** Whether there are fewer items than may be left over, or their removal works. */
async function canRemove(
  state: CollectionState,
  mostLeft: number,
  retry: () => Promise<void>,
  trial: RemovalTrial | undefined,
): Promise<boolean> {
  const isLimited = mostLeft !== Number.POSITIVE_INFINITY;
  // A body that is not accepted yet is no reason to try again before there is an item.
  const isDue = state.standing > 0 || state.removalTries === 0;
  if (isLimited && !state.hasRemoved && isDue && state.removalTries < maxRemovalTries) {
    state.removalTries += 1;
    if (await tryOnce(state, trial?.tryRemoval)) state.removalTries = maxRemovalTries;
  }
  if (state.unsent >= maxUnsent) {
    state.unsent = 0;
    await retry();
  }
  if (state.left.size >= mostLeft && state.retries < maxRetries) {
    state.retries += 1;
    await retry();
    // A service that still removes nothing is not asked again.
    if (state.left.size >= mostLeft) state.retries = maxRetries;
  }
  const isFull = !state.hasRemoved && !state.isTrying && state.standing >= mostLeft;
  return state.left.size < mostLeft && !isFull;
}

/** Whether the latest creations did not all fail, or one that worked before still works. */
async function canCreate(state: CollectionState, trial: RemovalTrial | undefined): Promise<boolean> {
  if (state.failures.length < maxFailures || state.isTrying) return true;
  const { failures } = state;
  const status = await tryOnce(state, trial?.repeatWorking);
  const isExplained = status !== undefined && status < 500;
  state.failures = isExplained ? [] : failures;
  return isExplained;
}

/** Other creations do not try the same at the same time. */
async function tryOnce<T>(state: CollectionState, go: (() => Promise<T>) | undefined): Promise<T | undefined> {
  if (state.isTrying || go === undefined) return undefined;
  state.isTrying = true;
  try {
    return await go();
  } finally {
    state.isTrying = false;
  }
}

const createState = (): CollectionState => ({
  standing: 0,
  left: new Set<string>(),
  unsent: 0,
  hasRemoved: false,
  removalTries: 0,
  isTrying: false,
  retries: 0,
  failures: [],
  refusals: 0,
});

/** A creation, and whether an item with an address was created. */
export interface RecordedCreation {
  readonly n: number;
  readonly status: number | undefined;
  readonly isMade: boolean;
}

/** Records the outcome of a creation; returns why no more are sent after many refusals where none was accepted. */
function countFailure(state: CollectionState, collection: string, { n, status }: RecordedCreation) {
  if (status === undefined) return undefined;
  const made = { n, status };
  state.failures = status >= 500 ? [...state.failures, made].slice(-maxFailures) : [];
  if (status < 400) state.refusals = undefined;
  else if (contentStatuses.includes(status) && state.refusals !== undefined) state.refusals += 1;
  return state.refusals === maxRefusals ? describeRefusals(collection, made) : undefined;
}
