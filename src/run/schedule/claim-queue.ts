import { clock } from '../../model/clock.js';
import { type Claim, isConflicting, type Level, levels, sharesUse, type Use } from './claim.js';
import type { TrialPlace } from './trial-place.js';

/** A claim that waits, is held, or is over. */
export interface Grant {
  readonly claim: Claim;
  /** Resolves when it is granted, or released; undefined where it was granted at once. */
  readonly granted: Promise<void> | undefined;
  /** Whether another claim of its level was held at any time while this one was. */
  readonly hasCompany: boolean;
  /** Ends the claim, or its wait; further calls do nothing. */
  readonly release: () => void;
}

interface OpenGrant extends Grant {
  granted: Promise<void> | undefined;
  hasCompany: boolean;
  onGranted: () => void;
  /** The names of those whose recorded claims were held together with it. */
  session?: Set<string>;
}

/** The claims of one level that are held, and those that wait, in the order in which they were asked for. */
interface LevelState<G> {
  readonly held: Set<G>;
  readonly waiting: Set<G>;
}

/** All claims of a run, and the trials and side tasks that have a place. */
export type QueueState<G = Pick<Grant, 'claim'>> = Readonly<Record<Level, LevelState<G>>> & {
  readonly trials: Iterable<{ readonly claim: Use }>;
};

/** Decides what may be under way at the same time: grants each claim when those that are held, and the policy of its level, allow it. */
export class ClaimQueue {
  /** The trials and side tasks that are under way; a schedule decides which. */
  readonly trials = new Set<TrialPlace>();
  readonly #state: QueueState<OpenGrant> = {
    trials: this.trials,
    case: { held: new Set(), waiting: new Set() },
    announcement: { held: new Set(), waiting: new Set() },
    removals: { held: new Set(), waiting: new Set() },
    requests: { held: new Set(), waiting: new Set() },
  };
  readonly #sessions = new Map<string, Set<Set<string>>>();

  /** Creates what asks for claims: a trial, or a side task. */
  open(): ClaimHolder {
    return new ClaimHolder(this);
  }

  /** The names of those whose recorded claims were held together with one of this name, directly or through others; with its own. */
  listCompany(name: string): ReadonlySet<string> {
    return new Set([...(this.#sessions.get(name) ?? [])].flatMap((session) => [...session]));
  }

  /** Grants a claim where it may be granted now; otherwise it waits. */
  grant(one: OpenGrant): boolean {
    const { held, waiting } = this.#state[one.claim.level];
    if (!mayBeGranted(one, this.#state)) {
      waiting.add(one);
      return false;
    }
    const name = one.claim.recordedAs;
    if (name !== undefined) {
      one.session = [...held].find(({ session }) => session)?.session ?? new Set();
      one.session.add(name);
      this.#sessions.set(name, (this.#sessions.get(name) ?? new Set()).add(one.session));
    }
    one.hasCompany = held.size > 0;
    for (const other of held) other.hasCompany = true;
    waiting.delete(one);
    held.add(one);
    one.onGranted();
    return true;
  }

  /** Ends a claim, and grants those that waited for that. */
  remove(one: OpenGrant): void {
    const { level } = one.claim;
    this.#state[level].held.delete(one);
    this.#state[level].waiting.delete(one);
    this.grantWaiting(level === 'announcement' ? 'requests' : level);
  }

  grantWaiting(level: Level): void {
    const { waiting } = this.#state[level];
    for (const one of waiting) if (one.claim.mode !== 'reading') this.grant(one);
    // What has changed a list may change it once more before others read it.
    if (waiting.size > 0)
      setImmediate(() => {
        for (const one of waiting) this.grant(one);
      });
  }
}

/**
 * Whether a claim may be granted now, by the policy of its level:
 * - Cases begin in the order in which they ask: what waits for a case that runs alone begins after it, so that it does not wait for ever.
 * - Removals of the trials before are over when no trial is under way that could not run beside this one.
 * - All that reads a list does so together, and so does all that changes it: each case ends both after a while, and then needs the other.
 *   What gives way reads together with the announced cases instead of before them.
 */
export function mayBeGranted(one: Pick<Grant, 'claim'>, state: QueueState): boolean {
  const { claim } = one;
  if (claim.level === 'announcement') return true;
  if (isBlocked(claim, claim.level === 'removals' ? state.trials : state[claim.level].held)) return false;
  if (claim.level === 'case') return !isBlocked(claim, state.case.waiting, one);
  if (claim.givesWay) for (const { claim: other } of state.announcement.held) if (sharesUse(claim, other)) return false;
  return true;
}

/** Whether one of the others, up to `end`, may not be held at the same time. */
function isBlocked(claim: Claim, others: Iterable<{ readonly claim: Use }>, end?: Pick<Grant, 'claim'>): boolean {
  for (const other of others) {
    if (other === end) return false;
    if (other.claim !== claim.of && isConflicting(claim, other.claim)) return true;
  }
  return false;
}

/** What asks for claims and holds them: a trial, or a case below it. */
export class ClaimHolder {
  readonly #grants = new Set<OpenGrant>();
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
      for (const { claim: held } of one.#grants)
        if (levels.indexOf(held.level) >= levels.indexOf(claim.level))
          throw new Error(`a claim of ${claim.level} is asked for while one of ${held.level} is held`);
    const grant: OpenGrant = {
      claim,
      granted: undefined,
      hasCompany: false,
      onGranted: () => {},
      release: () => {
        if (!this.#grants.delete(grant)) return;
        this.queue.remove(grant);
        grant.onGranted();
      },
    };
    if (this.#isClosed) return grant;
    this.#grants.add(grant);
    if (this.queue.grant(grant)) return grant;
    const granted = new Promise<void>((resolve) => {
      grant.onGranted = resolve;
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
