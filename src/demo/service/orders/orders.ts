import { createTimestamp } from '../../clock.js';
import type { JsonObject } from '../http/json.js';
import type { Settings } from '../settings.js';
import type { Order } from './order.js';
import type { IdForm } from './order-ids.js';
import { Sequence } from './sequence.js';
import { ShuffledSequence } from './shuffled-sequence.js';

export interface Tombstone {
  readonly order: Order;
  readonly deletedAt: string;
}

export type OrderStorageSettings = Pick<Settings, 'order' | 'seed' | 'pagination' | 'reusesIds' | 'tombstones'>;

export class Orders {
  readonly byId = new Map<string, Order>();
  readonly sequence: Sequence;
  readonly tombstones = new Map<string, Tombstone>();
  /** Orders that were accepted and are not stored yet. */
  readonly #awaited = new Set<Order>();
  /** Ids of removed orders: they are not reused, and responses about them may differ. */
  readonly removedIds = new Set<string>();
  /** The store of which this one is a view; otherwise this one. */
  source: Orders = this;
  readonly #holders = new Map<string, Order>();
  #stamp = 0;

  /** Excludes ids that another store uses. */
  constructor(
    private readonly ids: IdForm,
    private readonly isTaken: (id: string) => boolean = () => false,
    private readonly keeping?: OrderStorageSettings,
    readonly home = '/orders',
  ) {
    this.sequence = createSequence(keeping);
  }

  make(input: JsonObject, id?: string): Order {
    const order = this.draft(input, id);
    this.restore(order);
    return order;
  }

  /** Accepts an order: reserves its id and reference. `restore` stores it. */
  draft(input: JsonObject, id: string = this.ids.next((taken) => this.isKnown(taken) || this.isTaken(taken))): Order {
    const now = createTimestamp();
    const order: Order = {
      id,
      createdAt: now,
      updatedAt: now,
      input,
      status: 'pending',
      revision: 1,
      stamp: this.#nextStamp(),
      home: this.home,
      views: 0,
      extras: {},
      records: {},
      position: 0,
      isListed: false,
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

  /** Whether the id must not be used for a new order. */
  isKnown(id: string): boolean {
    const isBuried = this.removedIds.has(id) && this.keeping?.reusesIds !== true;
    return this.byId.has(id) || isBuried || [...this.#awaited].some((order) => order.id === id);
  }

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
  // A keyset position names an entry, and not the walk in which the entry was returned.
  return new ShuffledSequence(seed, pagination === 'keyset' ? 'fixed' : order);
}
