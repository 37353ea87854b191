import type { Collection } from '../../model/service/subject.js';

/** Wait between a write and a read, in milliseconds, for items and for lists. */
export interface ReadDelay {
  readonly itemMs: number;
  readonly listMs: number;
}

/** The pace of a case: usual, with a wait before each read, or also with a wait after each creation. */
export type CasePace = 'usual' | 'settled' | 'rested';

/** Reads follow writes at once. */
export const noDelay: ReadDelay = { itemMs: 0, listMs: 0 };

/** Time after a write in which reads may show what was before, in milliseconds: longer than the usual undeclared lag. */
export const usualLagMs = 1_700;

/** Items above an address, and what removes them. */
export interface CreatedParents {
  /** By the path parameters that they fill; none where no items could be created. */
  readonly ids: Readonly<Record<string, string>> | undefined;
  readonly remove: () => Promise<void>;
}

/** Wait for a list before a violation is reported, in milliseconds. */
const calmListDelayMs = 3_200;

/** What the trials of a run share, beside the ledger and what is known of the service. */
export class SharedState {
  /** Names of collections with a decided case. */
  readonly #decided = new Set<string>();
  /** Names of collections whose reads wait for the full time. */
  readonly #slowed = new Set<string>();
  readonly #observations = new Map<string, Promise<unknown>>();
  readonly #observed = new Set<string>();
  readonly #parents = new Map<string, { users: number; readonly created: Promise<CreatedParents> }>();

  recordDecided({ name }: Collection): void {
    this.#decided.add(name);
  }

  isDecided({ name }: Collection): boolean {
    return this.#decided.has(name);
  }

  /** From now on, reads of the collection wait for the full time after writes. */
  slowDown({ name }: Collection): void {
    this.#slowed.add(name);
  }

  isSlowed({ name }: Collection): boolean {
    return this.#slowed.has(name);
  }

  /** The wait between a write and a read of the collection: known for collections with a read lag, and learned for the others. It only increases. */
  getReadDelay(collection: Collection, pace: CasePace): ReadDelay {
    const { itemMs, listMs } = collection.consistency;
    const lists = Math.max(itemMs, listMs);
    if (pace === 'usual' && !this.isSlowed(collection)) return itemMs === 0 ? noDelay : { itemMs, listMs: lists };
    // A known lag was measured on a few items, so the wait before a violation is reported is twice as long.
    const listTimes = itemMs === 0 ? 1 : 2;
    return { itemMs: Math.max(usualLagMs, itemMs * 2), listMs: Math.max(calmListDelayMs, lists * listTimes) };
  }

  /**
   * Resolves to the observation of this name: made once for all trials, and anew for a trial that used it before, because then it repeats
   * a case.
   */
  observe<T>(name: string, trial: string, make: () => Promise<T>): Promise<T> {
    const key = `${trial} ${name}`;
    if (this.#observed.has(key)) return make();
    this.#observed.add(key);
    const known = this.#observations.get(name) as Promise<T> | undefined;
    if (known) return known;
    const own = make();
    this.#observations.set(name, own);
    // Each trial that uses it handles the failure; this one only keeps it from being unhandled.
    own.catch(() => undefined);
    return own;
  }

  /**
   * Returns the ids of the items above an address of this name; `create` makes them where no trial under way has them. The last trial that
   * calls `leave` removes them. Resolves to undefined where another trial could not create them; rejects with the error of `create`.
   */
  async joinParents(name: string, create: () => Promise<CreatedParents>) {
    const known = this.#parents.get(name);
    const own = known ?? { users: 0, created: create() };
    if (known === undefined) this.#parents.set(name, own);
    own.users += 1;
    const leave = async () => {
      own.users -= 1;
      if (own.users > 0) return;
      this.#parents.delete(name);
      await (await own.created).remove();
    };
    try {
      return { ids: (await own.created).ids, leave };
    } catch (error) {
      if (this.#parents.get(name) === own) this.#parents.delete(name);
      if (known === undefined) throw error;
      return undefined;
    }
  }
}
