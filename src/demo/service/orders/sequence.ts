import type { Order } from './order.js';

/**
 * The orders by position, oldest first. A removed order leaves a gap. Gaps are removed when they outnumber the orders, so that
 * a removal takes constant time on average and cursors, which are positions, stay valid.
 */
export class Sequence {
  #slots: Order[] = [];
  #gaps = 0;
  #lastPosition = 0;

  get size(): number {
    return this.#slots.length - this.#gaps;
  }

  /** The highest position used so far. */
  get lastPosition(): number {
    return this.#lastPosition;
  }

  /** The position before the first order of a new walk. */
  opening(): number {
    return 0;
  }

  /** The position after an order, in the walk of `start`. */
  behind({ position }: Order, _start: number): number {
    return position;
  }

  /** Called when an order is written. */
  changed(): void {}

  /** Creates a view with only these orders, at the same positions. */
  show(orders: readonly Order[], lastPosition: number): void {
    this.#slots = orders.filter(({ isListed }) => isListed).sort((one, other) => one.position - other.position);
    this.#gaps = 0;
    this.#lastPosition = lastPosition;
  }

  append(order: Order): void {
    // An order that is restored leaves its former slot.
    if (order.position > 0) this.#sweep();
    this.#lastPosition += 1;
    order.position = this.#lastPosition;
    order.isListed = true;
    this.#slots.push(order);
  }

  remove(order: Order): void {
    if (!order.isListed) return;
    order.isListed = false;
    this.#gaps += 1;
    if (this.#gaps > this.size + 64) this.#sweep();
  }

  after(position: number, count: number): Order[] {
    const found: Order[] = [];
    for (let at = this.#firstBehind(position); at < this.#slots.length && found.length < count; at += 1) {
      const order = this.#slots[at];
      if (order?.isListed) found.push(order);
    }
    return found;
  }

  slice(start: number, count: number): Order[] {
    if (this.#gaps > 0) this.#sweep();
    return this.#slots.slice(start, start + count);
  }

  newest(exceptId?: string): Order | undefined {
    return this.#slots.findLast((order) => order.isListed && order.id !== exceptId);
  }

  #sweep(): void {
    this.#slots = this.#slots.filter((order) => order.isListed);
    this.#gaps = 0;
  }

  #firstBehind(position: number): number {
    let low = 0;
    let high = this.#slots.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = this.#slots[middle];
      if (order && order.position <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
