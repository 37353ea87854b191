import { clock } from '../../model/clock.js';
import { InconclusiveError } from '../../rule/finding.js';
import {
  awaitTurn,
  type CollectionState,
  type CreationRecord,
  countCreation,
  createCollectionState,
  describeFailures,
  describeForeignItem,
  describeRefusals,
  describeUnaddressedItem,
  describeUnremovableItems,
  isStoppedByFailures,
  maxRefusals,
  type RemovalTrial,
  tryOnce,
} from './collection-state.js';

/** Number of failed creations in a row after which none is sent any more. */
const maxFailures = 3;

/** Statuses that refuse the content of a creation. */
const contentStatuses = [400, 404, 409, 413, 415, 422];

/** Number of times that a removal is tried whose item could not be created. */
const maxRemovalTries = 3;

/** Number of items that may be left over in addition, because the service accepts what it should refuse. */
const maxAcceptedFaults = 3;

/** Number of removals that could not be sent, after which they are tried again. */
const maxUnsent = 3;
/** How often removals that could not be sent are tried again, in milliseconds: each time may take half a minute. */
const retryEveryMs = 300_000;

/** Maximum number of items without an address where others were found in the list. */
const maxUnaddressedItems = 3;

/** Resolves as `go` does; the time until then counts as progress of a trial. */
type Wait = <T>(go: () => Promise<T>) => Promise<T>;

/**
 * The creations in the collections of a run: whether created items can be addressed and removed, and whether more are sent. All
 * trials share them. `mostLeft` is the number of items of a collection that may be left over; `retryRemovals` tries the failed
 * removals of a collection again, with growing pauses.
 */
export class Creations {
  /** Number of next items that are read before their DELETE, because it did not find a created one: something else removes items. */
  readonly watch = { removals: 0 };
  private readonly states = new Map<string, CollectionState>();
  private readonly wait: Wait | undefined = undefined;
  private readonly isRepeatingFailures: boolean = false;
  private readonly refusalOf: keyof CollectionState['acceptedFaults'] | undefined = undefined;

  constructor(
    private readonly mostLeft: number = Number.POSITIVE_INFINITY,
    private readonly retryRemovals: (collection: string) => Promise<void> = async () => undefined,
  ) {}

  /** The same creations, for a trial whose waits for those of others count as progress. */
  watchedBy(wait: Wait): Creations {
    return Object.assign(Object.create(this) as Creations, { wait });
  }

  /** The same creations, for a case whose failures are intended: requests of its own are sent although creations failed. */
  repeatingFailures(): Creations {
    return Object.assign(Object.create(this) as Creations, { isRepeatingFailures: true });
  }

  /** The same creations, for one that should create nothing for its content or key: it is sent also where no more may be created. */
  expectingRefusal(refusalOf: keyof CollectionState['acceptedFaults']): Creations {
    return Object.assign(Object.create(this) as Creations, { refusalOf });
  }

  /** What the creations and removals in a collection have shown. */
  of(collection: string): CollectionState {
    const state = this.states.get(collection) ?? createCollectionState();
    this.states.set(collection, state);
    return state;
  }

  /** The names of the collections whose state is as wanted. */
  list(isWanted: (state: CollectionState) => unknown): readonly string[] {
    return [...this.states].filter(([, state]) => isWanted(state)).map(([name]) => name);
  }

  /** Whether an item of the collection was removed, and neither removals nor creations fail now. */
  isProven(collection: string): boolean {
    const { hasRemoved, left, failures } = this.of(collection);
    return (
      (hasRemoved || this.mostLeft === Number.POSITIVE_INFINITY) &&
      left.size < this.mostLeft &&
      failures.length < maxFailures
    );
  }

  /** Whether an item of the collection was removed, or any number may be left. */
  hasRemoved(collection: string): boolean {
    return this.mostLeft === Number.POSITIVE_INFINITY || this.of(collection).hasRemoved;
  }

  /**
   * Runs a creation; one at a time in a collection until a response has an address and an item was removed: that of the trial is
   * enough. After an item without an address, or one that existed before, nothing more is created there: throws
   * `InconclusiveError('setup')` then. `make` gets whether it is unknown how items there are addressed.
   */
  async createTracked<T extends CreationRecord>(
    collection: string,
    make: (isOpen: boolean) => Promise<T>,
    trial?: RemovalTrial,
  ): Promise<T> {
    const state = this.of(collection);
    if (this.refusalOf && state.lostFaults >= this.mostLeft)
      throw new InconclusiveError('setup', describeUnremovableItems(collection, this.mostLeft));
    if (state.isAddressed && this.isProven(collection) && state.closed === undefined && state.unsent < maxUnsent)
      return this.recordResult(collection, make(false));
    const isKnown = () => state.isAddressed === true && this.isProven(collection);
    let pass = () => {};
    const passed = new Promise<void>((resolve) => {
      pass = resolve;
    });
    const before = isKnown() ? undefined : (state.turn ?? Promise.resolve());
    if (before) state.turn = before.then(() => passed);
    const prepare = async () => {
      if (before) await awaitTurn(before, collection);
      await this.requireRemovable(collection, trial);
    };
    try {
      await (this.wait ? this.wait(prepare) : prepare());
      // What the trial showed is enough for the next one to begin.
      if (isKnown()) pass();
      return await this.recordResult(collection, make(!state.isAddressed));
    } finally {
      pass();
    }
  }

  /** Records what a creation led to, and returns it. */
  private async recordResult<T extends CreationRecord>(collection: string, result: Promise<T>): Promise<T> {
    const state = this.of(collection);
    try {
      const made = await result;
      const { known, n, status, creation, isRepeat } = made;
      const isMade = known === 'by answer' || known === 'by list';
      this.recordCreation(collection, { n, status, isMade, isNamed: creation?.item !== undefined, isRepeat, known });
      countCreation(state, isMade || (status !== undefined && status < 300 && known === undefined), creation);
      const id = creation?.item?.id;
      if (id !== undefined && state.removedId !== undefined)
        state.isReusingIds = state.removedId === id || state.isReusingIds === true;
      this.recordAddress(collection, made);
      return made;
    } catch (error) {
      if (error instanceof InconclusiveError && (error.reason === 'no-answer' || error.reason === 'refused'))
        countCreation(state, false, error.why);
      throw error;
    }
  }

  /** Records from where the address of an item is known, if it has one. */
  private recordAddress(collection: string, { known, n }: CreationRecord): void {
    const state = this.of(collection);
    if (known === 'by answer') state.isAddressed = true;
    else if (known === 'by list') state.isFoundByList = true;
    else if (known === 'foreign') {
      state.closed ??= describeForeignItem(collection, n);
      state.isForeign = true;
    } else if ((known === 'nowhere' || (known === 'none' && !this.refusalOf)) && !state.isAddressed) {
      state.unaddressed += 1;
      const most = state.isFoundByList ? maxUnaddressedItems : 1;
      if (state.unaddressed >= most) state.closed ??= describeUnaddressedItem(collection, n);
    }
  }

  /**
   * Resolves when one more item may be created. Before the first item of a collection, the removal of one is tried:
   * until it works, no more items are created than may be left over. Throws `InconclusiveError('setup')` when nothing more is created there.
   */
  async requireOpen(collection: string): Promise<void> {
    try {
      await this.requireRemovable(collection, undefined);
    } catch (error) {
      const isFailure = error instanceof InconclusiveError && isStoppedByFailures(error.why);
      if (!this.isRepeatingFailures || !isFailure) throw error;
    }
  }

  private async requireRemovable(collection: string, trial: RemovalTrial | undefined): Promise<void> {
    const state = this.of(collection);
    const { mostLeft } = this;
    // What should create nothing shows nothing of removals.
    if (this.refusalOf && state.standing >= mostLeft && this.mayExceed(state)) return;
    if (state.closed === undefined) {
      const isFull = !(await this.canRemove(collection, trial));
      state.full = isFull ? describeUnremovableItems(collection, mostLeft) : undefined;
      if (!isFull && !(await canCreate(state, trial))) state.closed ??= describeFailures(collection, state.failures);
    }
    const why = state.closed ?? state.full;
    if (why !== undefined) throw new InconclusiveError('setup', why);
  }

  /** Whether content that should be refused may be sent where no more items may be created. */
  private mayExceed({ closed, hasRemoved, acceptedFaults }: CollectionState): boolean {
    const accepted = acceptedFaults[this.refusalOf ?? 'content'];
    return closed === undefined && !hasRemoved && accepted < Math.min(this.mostLeft, maxAcceptedFaults);
  }

  /** Whether there are fewer items than may be left over, or their removal works. */
  private async canRemove(collection: string, trial: RemovalTrial | undefined): Promise<boolean> {
    const { mostLeft } = this;
    const state = this.of(collection);
    // A body that is not accepted yet is no reason to try again before there is an item.
    const isDue = state.standing > 0 || state.removalTries === 0;
    if (!this.hasRemoved(collection) && isDue && state.removalTries < maxRemovalTries) {
      state.removalTries += 1;
      if (await tryOnce(state, trial?.tryRemoval)) state.removalTries = maxRemovalTries;
    }
    if (state.unsent >= maxUnsent && clock.now() >= state.retriedAt + retryEveryMs) {
      state.unsent = 0;
      await this.retryRemovals(collection);
      if (state.unsent >= maxUnsent) state.retriedAt = clock.now();
    }
    const isFull = () => !state.hasRemoved && state.standing >= mostLeft;
    const isBlocked = () => state.left.size >= mostLeft || (isFull() && state.accepted.size > 0);
    if (isBlocked() && !state.isStuck) {
      await this.retryRemovals(collection);
      // A service that still removes nothing is not asked again.
      state.isStuck = isBlocked();
    }
    return state.left.size < mostLeft && state.unsent < maxUnsent && (state.isTrying || !isFull());
  }

  /** Records a creation with the status of its response, and whether an item with an address was created. */
  recordCreation(collection: string, { n, status, isMade, isNamed = isMade, isRepeat, known }: CreationStatus): void {
    const state = this.of(collection);
    const isAccepted = this.refusalOf !== undefined && !isRepeat && (status ?? 200) < 300 && known !== 'none';
    if (!isRepeat && (isMade || (isAccepted && isNamed))) state.standing += 1;
    // A success that names no item may say in its content that there is none.
    if (this.refusalOf && isAccepted) state.acceptedFaults[this.refusalOf] += isNamed ? 1 : 1 / 3;
    if (isAccepted && !isNamed && status === 201) state.lostFaults += 1;
    if (status === undefined) return;
    state.failures = status >= 500 ? [...state.failures, { n, status }].slice(-maxFailures) : [];
    if (status < 400) state.refusals = undefined;
    else if (contentStatuses.includes(status) && state.refusals !== undefined) state.refusals += 1;
    // More are not sent where none was ever accepted.
    if (state.refusals === maxRefusals) state.closed ??= describeRefusals(collection, { n, status });
  }

  recordRemoved(collection: string): void {
    const state = this.of(collection);
    state.hasRemoved = true;
    state.kept.clear();
    // An address may be used again.
    state.found.clear();
    state.left = new Set();
    state.isStuck = false;
    state.standing = Math.max(0, state.standing - 1);
  }

  /** Records that a created item does not exist, by its path. */
  recordAbsent(collection: string, path: string): void {
    const state = this.of(collection);
    state.left.delete(path);
    state.standing = Math.max(0, state.standing - 1);
  }

  recordLeftover(collection: string, path: string): void {
    this.of(collection).left.add(path);
  }
}

interface CreationStatus
  extends Pick<CreationRecord, 'n' | 'status' | 'isRepeat'>,
    Partial<Pick<CreationRecord, 'known'>> {
  readonly isMade: boolean;
  /** Whether the response named an item; as `isMade` when absent. */
  readonly isNamed?: boolean;
}

/** Whether the latest creations did not all fail, or one that worked before still works. */
async function canCreate(state: CollectionState, trial: RemovalTrial | undefined): Promise<boolean> {
  const { failures } = state;
  if (failures.length < maxFailures || state.isTrying) return true;
  const status = await tryOnce(state, trial?.repeatWorking);
  const isExplained = status !== undefined && status < 500;
  state.failures = isExplained ? [] : failures;
  return isExplained;
}
