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
  readonly took: DoubtfulLoss[];
  /** Whether something went since one was counted, and it is not known with which: another one may have been under way. */
  isUnclear: boolean;
}

/** How many writes of a kind in sequence, each alone between two comparisons, have to take an item with them. */
const provenBy = 3;

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
      if (write.collection !== undefined && !this.#open.has(kind)) this.#open.set(kind, { took: [], isUnclear: false });
    }
  }

  /**
   * Counts what went with a write alone, and `write`, which was compared before and after it. Returns what went with it and with those
   * before it, where that proves it.
   */
  count(lost: readonly DoubtfulLoss[], write: SentWrite | undefined): readonly DoubtfulLoss[] {
    if (lost.some(({ one }) => one.list.isLosing)) this.#open.clear();
    for (const one of lost.filter(({ loss }) => loss.is === 'missing')) {
      const [only, another] = one.suspects.all;
      const doubt = only && another === undefined ? this.#open.get(nameKind(only)) : undefined;
      doubt?.took.push(one);
      if (!doubt) for (const other of this.#open.values()) other.isUnclear = true;
    }
    const own = write && this.#open.get(nameKind(write));
    if (!write || !own) return [];
    const took = new Set(own.took.flatMap(({ suspects }) => suspects.all.map(({ n }) => n)));
    // What was refused had no effect, and proves nothing.
    if (write.mayHaveAdded && !took.has(write.n) && !own.isUnclear) this.#open.delete(nameKind(write));
    own.isUnclear = false;
    return took.size < provenBy ? [] : own.took;
  }
}

const nameKind = ({ method, collection = '' }: Pick<SentWrite, 'method' | 'collection'>): string =>
  `${method} ${collection}`;
