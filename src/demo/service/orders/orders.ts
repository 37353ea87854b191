import { createTimestamp } from '../../clock.js';
import type { JsonObject } from '../http/json.js';
import type { Settings } from '../settings.js';
import type { Order } from './order.js';
import type { IdForm } from './order-ids.js';
import { Sequence } from './sequence.js';
import { ShuffledSequence } from './shuffled-sequence.js';

/** What stays of a removed order. */
export interface Tombstone {
  readonly order: Order;
  readonly deletedAt: string;
}

/** How orders are kept. */
export type OrderStorageSettings = Pick<Settings, 'order' | 'seed' | 'pagination' | 'reusesIds' | 'tombstones'>;

/** The stored orders. */
export class Orders {
  readonly byId = new Map<string, Order>();
  readonly sequence: Sequence;
  /** What stays of removed orders, by id. */
  readonly tombstones = new Map<string, Tombstone>();
  /** Orders that are accepted, and not stored yet. */
  readonly #awaited = new Set<Order>();
  /** Ids of orders that were removed: they are not given again, and may be answered differently. */
  readonly removedIds = new Set<string>();
  /** The orders that these are a view of; themselves, where they are none. */
  source: Orders = this;
  readonly #holders = new Map<string, Order>();
  #stamp = 0;

  /** Ids that are taken elsewhere are not given here. */
  constructor(
    private readonly ids: IdForm,
    private readonly isTaken: (id: string) => boolean = () => false,
    private readonly keeping?: OrderStorageSettings,
  ) {
    this.sequence = createSequence(keeping);
  }

  make(input: JsonObject, id?: string): Order {
    const order = this.draft(input, id);
    this.restore(order);
    return order;
  }

  /** An order that is accepted: its id and reference are its own, and it is stored by `restore`. */
  draft(input: JsonObject, id: string = this.ids.next((taken) => this.isKnown(taken) || this.isTaken(taken))): Order {
    const now = createTimestamp();
    const order: Order = {
      ...{ id, createdAt: now, updatedAt: now, input, status: 'pending', revision: 1, stamp: this.#nextStamp() },
      ...{ views: 0, extras: {}, records: {}, position: 0, isListed: false },
    };
    this.#awaited.add(order);
    this.#hold(order);
    return order;
  }

  write(order: Order, change: Partial<Pick<Order, 'input' | 'status'>>): void {
    Object.assign(order, change);
    order.updatedAt = createTimestamp();
    order.revision += 1;
    order.stamp = this.#nextStamp();
    this.#hold(order);
    this.sequence.changed();
  }

  /** Whether the id is not to be given. */
  isKnown(id: string): boolean {
    const isBuried = this.removedIds.has(id) && this.keeping?.reusesIds !== true;
    return this.byId.has(id) || isBuried || [...this.#awaited].some((order) => order.id === id);
  }

  /** The live order that has the reference. */
  holderOf(reference: string): Order | undefined {
    const holder = this.#holders.get(reference);
    const isLive = holder && (this.byId.get(holder.id) === holder || this.#awaited.has(holder));
    return isLive && holder.input.reference === reference ? holder : undefined;
  }

  remove(order: Order): void {
    this.byId.delete(order.id);
    this.removedIds.add(order.id);
    const stays = this.keeping?.tombstones ?? 'none';
    if (stays !== 'none') this.tombstones.set(order.id, { order, deletedAt: createTimestamp() });
    if (stays === 'listed') this.sequence.changed();
    else this.sequence.remove(order);
  }

  /** Forgets a removed order altogether. */
  purge(order: Order): void {
    this.tombstones.delete(order.id);
    this.removedIds.delete(order.id);
    this.sequence.remove(order);
  }

  restore(order: Order): void {
    this.purge(order);
    this.#awaited.delete(order);
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

function createSequence(keeping: OrderStorageSettings | undefined): Sequence {
  if (keeping === undefined || keeping.order === 'made') return new Sequence();
  const { seed, order, pagination } = keeping;
  // Whoever names an entry to start after says nothing of the walk that showed it.
  return new ShuffledSequence(seed, pagination === 'keyset' ? 'fixed' : order);
}
