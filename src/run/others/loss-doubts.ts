import type { ComparedList, SentWrite } from './compare-lists.js';
import type { Loss } from './find-losses.js';
import type { Suspects } from './judge-losses.js';

/** An item that went with a write, where other clients write, too. */
export interface DoubtfulLoss {
  readonly one: ComparedList;
  readonly loss: Loss;
  readonly suspects: Suspects;
}

/** A kind of writes. */
interface Doubt {
  /** What went with writes of this kind, each of them alone. */
  took: DoubtfulLoss[];
  /** Whether something went since one was counted, and it is not known with which: another one may have been under way. */
  isUnclear: boolean;
  /** Number of refused writes that took nothing. */
  refused: number;
}

/**
 * How many writes of a kind have to take an item with them, in sequence, and how many more for each write of another kind that did:
 * where any write removes what expired, none of them is to blame. The first may have been compared with writes of other kinds that took
 * nothing later, and nothing went while nothing was written for two seconds after it; each further one is alone between two comparisons.
 */
const provenBy = 3;

/** Number of refused writes of a kind, without a loss, after which it is no longer doubted. */
const maxRefused = 3;

/**
 * Writes that items of others may have gone with, although other clients write to the list, too. Each one of their kind is compared
 * before and after it, until one takes nothing with it, or until several in sequence did, and nothing went while nothing was written.
 */
export class LossDoubts {
  readonly #open = new Map<string, Doubt>();
  /** What began doubts: it counts for the kind that is in doubt when all others took nothing. */
  #undivided: DoubtfulLoss[] = [];

  has(method: string, collection: string | undefined): boolean {
    return this.#open.has(nameKind({ method, collection }));
  }

  /** Begins to doubt the kinds of these writes. */
  add(one: ComparedList, suspects: Suspects): void {
    const missing = one.losses.filter(({ is }) => is === 'missing');
    if (!isSteady(one) || missing.length === 0) return;
    const begun = suspects.all.filter((write) => write.collection !== undefined && !this.#open.has(nameKind(write)));
    for (const write of begun) this.#open.set(nameKind(write), { took: [], isUnclear: false, refused: 0 });
    if (begun.length > 0) this.#undivided.push(...missing.map((loss) => ({ one, loss, suspects })));
  }

  /** Counts what went with writes of several kinds, of which all but one took nothing later. */
  #divide(): void {
    this.#undivided = this.#undivided.filter((lost) => {
      const kinds = new Set(lost.suspects.all.map(nameKind));
      const open = [...kinds].filter((kind) => this.#open.has(kind));
      const [only, another] = open;
      if (only !== undefined && another === undefined && isSteady(lost.one)) this.#open.get(only)?.took.push(lost);
      return another !== undefined;
    });
  }

  /**
   * Counts what went with a write alone, and `write`, which was compared before and after it. Returns what went with it and with those
   * before it, where that proves it.
   */
  count(lost: readonly DoubtfulLoss[], write: SentWrite | undefined): readonly DoubtfulLoss[] {
    const missing = lost.filter(({ loss }) => loss.is === 'missing');
    // Nothing was written since the last comparison, so others remove items of that list.
    for (const { one, suspects } of missing) one.list.isLosing ||= suspects.all.length === 0;
    for (const doubt of this.#open.values()) doubt.took = doubt.took.filter(({ one }) => isSteady(one));
    const gone = missing.filter(({ one }) => isSteady(one));
    for (const one of gone) {
      const [only, another] = one.suspects.all;
      const doubt = only && another === undefined ? this.#open.get(nameKind(only)) : undefined;
      doubt?.took.push(one);
      if (!doubt) for (const other of this.#open.values()) other.isUnclear = true;
    }
    const own = write && this.#open.get(nameKind(write));
    if (!write || !own) return [];
    const isTaking = own.took.some(({ suspects }) => suspects.all.some(({ n }) => n === write.n));
    // What was refused had no effect, and proves little. Another comparison may have come first.
    own.refused = isTaking || write.mayHaveAdded ? 0 : own.refused + 1;
    const isCleared = write.mayHaveAdded ? !isTaking && !own.isUnclear : own.refused >= maxRefused;
    if (isCleared) this.#open.delete(nameKind(write));
    own.isUnclear = false;
    this.#divide();
    const others = [...this.#open.values()].filter((one) => one !== own);
    const elsewhere = others.reduce((sum, one) => sum + countWrites(one), 0);
    return countWrites(own) < provenBy * (1 + elsewhere) ? [] : own.took;
  }
}

/**
 * Whether no other client was seen to remove entries of a list. A client that replaces its items removes them beside any write, until none is
 * left of those that it had before the run.
 */
const isSteady = ({ list }: ComparedList): boolean => !list.isLosing && !list.isRemoving;

/** Several items that went between the same two comparisons count once. */
const countWrites = ({ took }: Doubt): number => new Set(took.map(({ suspects }) => suspects.all.at(-1)?.n)).size;

const nameKind = ({ method, collection = '' }: Pick<SentWrite, 'method' | 'collection'>): string =>
  `${method} ${collection}`;
