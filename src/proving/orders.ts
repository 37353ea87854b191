import type { IdForm } from './ids.js';
import type { Json, JsonObject } from './json.js';
import { Sequence } from './sequence.js';

/** Where an order is in its life. */
export type Status = 'pending' | 'paid' | 'cancelled' | 'refunded';

/** The actions of an order. */
export type ActionName = 'cancellation' | 'payment' | 'refund';

/** An order as stored. */
export interface Order {
  readonly id: string;
  readonly createdAt: string;
  /** What the client wrote, with defaults filled in. */
  input: JsonObject;
  status: Status;
  updatedAt: string;
  revision: number;
  /** Differs between any two states of any orders; the validator is made of it. */
  stamp: number;
  views: number;
  /** Members that a fault keeps with the order. */
  extras: Record<string, Json>;
  records: Partial<Record<ActionName, JsonObject>>;
  position: number;
  isListed: boolean;
}

/** The stored orders. */
export class Orders {
  readonly byId = new Map<string, Order>();
  readonly sequence = new Sequence();
  /** Ids of orders that were removed: they are not given again, and may be answered differently. */
  readonly buried = new Set<string>();
  readonly #holders = new Map<string, Order>();
  #stamp = 0;

  /** Ids that are taken elsewhere are not given here. */
  constructor(
    private readonly ids: IdForm,
    private readonly isTaken: (id: string) => boolean = () => false,
  ) {}

  make(
    input: JsonObject,
    id: string = this.ids.next((taken) => this.byId.has(taken) || this.buried.has(taken) || this.isTaken(taken)),
  ): Order {
    const now = new Date().toISOString();
    const order: Order = {
      ...{ id, createdAt: now, updatedAt: now, input, status: 'pending', revision: 1, stamp: this.#nextStamp() },
      ...{ views: 0, extras: {}, records: {}, position: 0, isListed: false },
    };
    this.restore(order);
    return order;
  }

  write(order: Order, change: Partial<Pick<Order, 'input' | 'status'>>): void {
    Object.assign(order, change);
    order.updatedAt = new Date().toISOString();
    order.revision += 1;
    order.stamp = this.#nextStamp();
    this.#hold(order);
  }

  /** The live order that has the reference. */
  holderOf(reference: string): Order | undefined {
    const holder = this.#holders.get(reference);
    const holds = holder && this.byId.get(holder.id) === holder && holder.input.reference === reference;
    return holds ? holder : undefined;
  }

  remove(order: Order): void {
    this.byId.delete(order.id);
    this.sequence.remove(order);
    this.buried.add(order.id);
  }

  restore(order: Order): void {
    this.buried.delete(order.id);
    this.byId.set(order.id, order);
    this.sequence.append(order);
    this.#hold(order);
  }

  #hold(order: Order): void {
    const { reference } = order.input;
    if (typeof reference === 'string') this.#holders.set(reference, order);
  }

  #nextStamp(): number {
    this.#stamp += 1;
    return this.#stamp;
  }
}
