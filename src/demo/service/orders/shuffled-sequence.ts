import type { Order } from './order.js';
import { Sequence } from './sequence.js';

/** Number of positions of one walk, and distance between walks. */
const placeCount = 2 ** 24;
const stride = 2 ** 25;

/** When the order changes: with the first page after a write, with every first page, or never. */
export type ShuffleMode = 'restless' | 'random' | 'fixed';

/**
 * Orders in no documented order. Each walk has its own permutation, which is part of its cursors, so that a walk continues as
 * it began. Pages with numbers have no cursors; there each write creates a new permutation.
 */
export class ShuffledSequence extends Sequence {
  #walk = 1;
  #hasChanged = false;

  constructor(
    private readonly seed: number,
    private readonly shuffling: ShuffleMode,
  ) {
    super();
  }

  /** Cursors contain only positions that were returned. */
  override get lastPosition(): number {
    return this.#walk * stride + placeCount;
  }

  override append(order: Order): void {
    super.append(order);
    this.changed();
  }

  override remove(order: Order): void {
    super.remove(order);
    this.changed();
  }

  override changed(): void {
    this.#hasChanged = true;
  }

  override opening(): number {
    this.#shuffle(this.shuffling === 'random');
    return this.#walk * stride;
  }

  override after(position: number, count: number): Order[] {
    const walk = Math.floor(position / stride);
    return this.#inOrder(walk)
      .filter((order) => this.#placeOf(order, walk) > position)
      .slice(0, count);
  }

  override slice(start: number, count: number): Order[] {
    this.#shuffle(false);
    return this.#inOrder(this.#walk).slice(start, start + count);
  }

  override behind(order: Order, start: number): number {
    return this.#placeOf(order, Math.floor(start / stride));
  }

  #inOrder(walk: number): Order[] {
    return super.after(0, Number.MAX_SAFE_INTEGER).sort((a, b) => this.#placeOf(a, walk) - this.#placeOf(b, walk));
  }

  #placeOf({ position }: Order, walk: number): number {
    return walk * stride + 1 + permutePosition(position, Math.imul(this.seed ^ 0x2545f491, 2 * walk + 1));
  }

  #shuffle(isForced: boolean): void {
    if (this.shuffling !== 'fixed' && (this.#hasChanged || isForced)) this.#walk += 1;
    this.#hasChanged = false;
  }
}

/** A permutation of the positions for each key: every step can be reversed. */
function permutePosition(position: number, key: number): number {
  const mask = placeCount - 1;
  let mixed = (position ^ key) & mask;
  for (const odd of [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35]) {
    mixed = Math.imul(mixed, odd) & mask;
    mixed ^= mixed >>> 13;
  }
  return mixed;
}
