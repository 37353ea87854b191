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
 * How many writes of a kind in sequence, each alone between two comparisons, have to take an item with them, and how many more for each
 * write of another kind that did: where any write removes what expired, none of them is to blame.
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

  has(method: string, collection: string | undefined): boolean {
    return this.#open.has(nameKind({ method, collection }));
  }

  /** Begins to doubt the kinds of these writes. */
  add({ list, losses }: ComparedList, { all }: Suspects): void {
    if (list.isLosing || !losses.some(({ is }) => is === 'missing')) return;
    for (const write of all) {
      const kind = nameKind(write);
      if (write.collection !== undefined && !this.#open.has(kind))
        this.#open.set(kind, { took: [], isUnclear: false, refused: 0 });
    }
  }

  /**
   * Counts what went with a write alone, and `write`, which was compared before and after it. Returns what went with it and with those
   * before it, where that proves it.
   */
  count(lost: readonly DoubtfulLoss[], write: SentWrite | undefined): readonly DoubtfulLoss[] {
    const missing = lost.filter(({ loss }) => loss.is === 'missing');
    // Nothing was written since the last comparison, so others remove items of that list.
    for (const { one, suspects } of missing) one.list.isLosing ||= suspects.all.length === 0;
    const isSteady = ({ one }: DoubtfulLoss) => !one.list.isLosing;
    for (const doubt of this.#open.values()) doubt.took = doubt.took.filter(isSteady);
    const gone = missing.filter(isSteady);
    for (const one of gone) {
      const [only, another] = one.suspects.all;
      const doubt = only && another === undefined ? this.#open.get(nameKind(only)) : undefined;
      doubt?.took.push(one);
      if (!doubt) for (const other of this.#open.values()) other.isUnclear = true;
    }
    const own = write && this.#open.get(nameKind(write));
    if (!write || !own) return [];
    const took = countWrites(own);
    const isTaking = own.took.some(({ suspects }) => suspects.all.some(({ n }) => n === write.n));
    // What was refused had no effect, and proves little. Another comparison may have come first.
    own.refused = isTaking || write.mayHaveAdded ? 0 : own.refused + 1;
    const isCleared = write.mayHaveAdded ? !isTaking && !own.isUnclear : own.refused >= maxRefused;
    if (isCleared) this.#open.delete(nameKind(write));
    own.isUnclear = false;
    const others = [...this.#open.values()].filter((one) => one !== own);
    const elsewhere = others.reduce((sum, one) => sum + countWrites(one), 0);
    return took < provenBy * (1 + elsewhere) ? [] : own.took;
  }
}

const countWrites = ({ took }: Doubt): number =>
  new Set(took.flatMap(({ suspects }) => suspects.all.map(({ n }) => n))).size;

const nameKind = ({ method, collection = '' }: Pick<SentWrite, 'method' | 'collection'>): string =>
  `${method} ${collection}`;
