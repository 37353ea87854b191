import { clock } from '../../model/clock.js';
import { type Claim, type Grant, type Level, levels } from './claim.js';
import { type LevelState, mayBeGranted, type QueueState } from './grant-policies.js';
import { chooseNext, type Places } from './place-policies.js';
import type { TrialPlace } from './trial-place.js';

const createLevel = (): LevelState => ({ held: new Set(), waiting: new Set() });

/**
 * Decides what may be under way at the same time: gives places to trials and their cases, and grants each claim when those that are held,
 * and the policy of its level, allow it.
 */
export class ClaimQueue {
  readonly places: Places = { concurrency: 1, held: new Set(), waiting: new Set(), onChange: () => {} };
  readonly #state: QueueState = {
    places: this.places,
    case: createLevel(),
    announcement: createLevel(),
    removals: createLevel(),
    requests: createLevel(),
  };
  readonly #onGranted = new WeakMap<Grant, () => void>();
  /** By name, the names of those whose claims were held together. */
  readonly #company = new Map<string, Set<Set<string>>>();
  readonly #sessions = new WeakMap<Grant, Set<string>>();

  /** Creates what asks for claims: a trial, or a side task. */
  open(): ClaimHolder {
    return new ClaimHolder(this);
  }

  /** The names of those whose recorded claims were held together with one of this name, directly or through others; with its own. */
  listCompany(name: string): ReadonlySet<string> {
    return new Set([...(this.#company.get(name) ?? [])].flatMap((session) => [...session]));
  }

  /**
   * Runs trials and side tasks, each when it may begin, and lets them begin further cases. Rejects with the first error of one, and where
   * none of those that are left can begin.
   */
  async runPlaces(
    all: Iterable<TrialPlace>,
    concurrency: number,
    run: (place: TrialPlace) => Promise<void>,
  ): Promise<void> {
    const { places } = this;
    let underWay = 0;
    let failure: { readonly error: unknown } | undefined;
    let wake = () => {};
    let changed = Promise.resolve();
    const expectChange = () => {
      changed = new Promise((resolve) => {
        wake = resolve;
      });
    };
    const begin = async (place: TrialPlace) => {
      underWay += 1;
      places.waiting.delete(place);
      places.held.add(place);
      try {
        await run(place);
      } catch (error) {
        failure ??= { error };
      }
      underWay -= 1;
      wake();
    };
    places.concurrency = concurrency;
    places.held.clear();
    places.waiting = new Set(all);
    places.onChange = () => wake();
    while (places.waiting.size > 0 || underWay > 0) {
      expectChange();
      for (let next = chooseNext(places); next !== undefined; next = chooseNext(places))
        if (next.isFurther) next.place.beginFurther();
        else void begin(next.place);
      if (underWay === 0 && ![...places.waiting].some(({ isReady }) => !isReady)) throw new Error(describeStop(places));
      await changed;
      if (failure) throw failure.error;
    }
  }

  /** Ends a trial or a side task. */
  leavePlace(place: TrialPlace): void {
    this.places.held.delete(place);
    this.#grantAll('removals', true);
  }

  /** Adds a claim of a holder. Returns whether it was granted at once; otherwise calls `onGranted` when it is. */
  add(grant: Grant, onGranted: () => void): boolean {
    this.#state[grant.claim.level].waiting.add(grant);
    const isGranted = mayBeGranted(grant, this.#state);
    if (isGranted) this.#grant(grant);
    else this.#onGranted.set(grant, onGranted);
    return isGranted;
  }

  /** Ends a claim of a holder, and grants those that waited for that. */
  remove(grant: Grant): void {
    const { level } = grant.claim;
    this.#state[level].held.delete(grant);
    this.#state[level].waiting.delete(grant);
    const next = level === 'announcement' ? 'requests' : level;
    this.#grantAll(next, false);
    // What has changed a list may change it once more before others read it.
    if (this.#state[next].waiting.size > 0) setImmediate(() => this.#grantAll(next, true));
  }

  #grantAll(level: Level, mayRead: boolean): void {
    for (const grant of this.#state[level].waiting)
      if ((mayRead || grant.claim.mode !== 'reading') && mayBeGranted(grant, this.#state)) this.#grant(grant);
  }

  #grant(grant: Grant): void {
    const { held, waiting } = this.#state[grant.claim.level];
    waiting.delete(grant);
    grant.hasCompany = held.size > 0;
    for (const other of held) other.hasCompany = true;
    if (grant.claim.recordedAs !== undefined) this.#record(grant, grant.claim.recordedAs);
    held.add(grant);
    this.#onGranted.get(grant)?.();
  }

  #record(grant: Grant, name: string): void {
    const others = [...this.#state[grant.claim.level].held].map((one) => this.#sessions.get(one));
    const session = others.find((one) => one !== undefined) ?? new Set();
    this.#sessions.set(grant, session.add(name));
    this.#company.set(name, (this.#company.get(name) ?? new Set()).add(session));
  }
}

/** What asks for claims and holds them: a trial, or a case below it. */
export class ClaimHolder {
  readonly #grants = new Set<Grant>();
  readonly #below = new Set<ClaimHolder>();
  #waits = 0;
  #waitedUntil = 0;
  #isClosed = false;

  constructor(
    private readonly queue: ClaimQueue,
    private readonly above?: ClaimHolder,
  ) {}

  /** Creates a holder that ends with this one. */
  open(): ClaimHolder {
    const one = new ClaimHolder(this.queue, this);
    if (this.#isClosed) one.close();
    else this.#below.add(one);
    return one;
  }

  /**
   * Asks for a claim. Throws where this holder, or one above it, holds a claim of the same or a later level. A holder that is closed gets
   * one that holds nothing: what was aborted does not wait, and can send nothing more, except to remove its items.
   */
  ask(claim: Claim): Grant {
    for (let one: ClaimHolder | undefined = this; one !== undefined; one = one.above)
      for (const { claim: held } of one.#grants) requireLater(claim, held);
    let onGranted = () => {};
    const grant: Mutable<Grant> = {
      claim,
      granted: undefined,
      hasCompany: false,
      release: () => {
        if (!this.#grants.delete(grant)) return;
        this.queue.remove(grant);
        onGranted();
      },
    };
    if (this.#isClosed) return grant;
    this.#grants.add(grant);
    if (this.queue.add(grant, () => onGranted())) return grant;
    const granted = new Promise<void>((resolve) => {
      onGranted = resolve;
    });
    grant.granted = this.wait(granted);
    return grant;
  }

  /** Runs a function while a claim is held; it asks for no claim of the same or an earlier level. */
  async within<T>(claim: Claim, go: () => Promise<T>): Promise<T> {
    const one = this.open();
    try {
      await one.ask(claim).granted;
      return await go();
    } finally {
      one.close();
    }
  }

  /** Waits for what others do, as for a claim. */
  async wait<T>(what: Promise<T>): Promise<T> {
    for (let one: ClaimHolder | undefined = this; one !== undefined; one = one.above) one.#waits += 1;
    try {
      return await what;
    } finally {
      for (let one: ClaimHolder | undefined = this; one !== undefined; one = one.above) {
        one.#waits -= 1;
        one.#waitedUntil = clock.now();
      }
    }
  }

  /** Until when this holder, or one below it, has waited for others, in milliseconds: now, where it still does. */
  waitedUntil(): number {
    return this.#waits > 0 ? clock.now() : this.#waitedUntil;
  }

  /** Ends all claims and waits of this holder, and of those below it. */
  close(): void {
    this.#isClosed = true;
    for (const one of this.#below) one.close();
    for (const grant of this.#grants) grant.release();
    if (this.above) this.above.#below.delete(this);
  }
}

const describeStop = ({ waiting }: Places): string =>
  `no trial can begin: ${[...waiting].map(({ trial }) => trial?.rule ?? 'a side task').join(', ')}`;

type Mutable<T> = { -readonly [Part in keyof T]: T[Part] };

function requireLater(claim: Claim, held: Claim): void {
  if (levels.indexOf(held.level) >= levels.indexOf(claim.level))
    throw new Error(`a claim of ${claim.level} is asked for while one of ${held.level} is held`);
}
