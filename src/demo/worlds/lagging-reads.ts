import { clock } from '../clock.js';
import type { Order } from '../service/orders/order.js';
import { Orders } from '../service/orders/orders.js';
import type { RequestContext, Service } from '../service/request-context.js';
import { type Circumstances, chainAnswer, type ServerControls } from './world.js';

/** Age in milliseconds after which every reader knows of a removal. */
const keptMs = 10_000;

export interface ReadLags {
  /** Milliseconds until a read of the item shows a state; `reader` is the replica that answers. */
  getItemLag(state: OrderState, reader: number | undefined): number;
  /** The same for lists. */
  getListLag(state: OrderState, reader: number | undefined): number;
}

/** Creates circumstances in which reads lag behind writes; writes, keys and unique members are consistent at once. */
export function createLaggingReads(
  server: ServerControls,
  lags: ReadLags,
  replicaOfNext: () => number | undefined = () => undefined,
): Circumstances {
  const pasts = new WeakMap<Orders, PastStates>();
  const pastOf = (orders: Orders): PastStates => {
    const past = pasts.get(orders) ?? new PastStates(orders);
    pasts.set(orders, past);
    return past;
  };
  const note = (replica: number | undefined) => {
    for (const orders of server.listOrderStores()) pastOf(orders).note(clock.now(), replica);
  };
  return {
    around(request, proceed) {
      const replica = replicaOfNext();
      note(replica);
      return chainAnswer(proceed(replica === undefined ? request : { ...request, replica }), (answer) => {
        note(replica);
        return answer;
      });
    },
    alterRead(visit) {
      if (visit.resource === 'orders') return lagList(visit, pastOf(visit.service.orders), lags);
      if (visit.resource !== 'order' && visit.resource !== 'action') return visit;
      const lag: Lag = (state) => lags.getItemLag(state, visit.replica);
      return { ...visit, order: pastOf(visit.service.orders).seen(visit.id, clock.now(), lag) };
    },
  };
}

function lagList(visit: RequestContext, past: PastStates, lags: ReadLags): RequestContext {
  const { service, replica } = visit;
  const lag: Lag = (state) => lags.getListLag(state, replica);
  return { ...visit, service: { ...service, orders: past.view(service, clock.now(), lag, replica) } };
}

interface OrderState {
  readonly id: string;
  readonly since: number;
  readonly order: Order | undefined;
  /** The replica that received the change. */
  readonly replica: number | undefined;
}

/** Milliseconds until a reader sees a state. */
type Lag = (state: OrderState) => number;

class PastStates {
  readonly #states = new Map<string, OrderState[]>();
  readonly #views = new Map<number | undefined, Orders>();

  constructor(private readonly orders: Orders) {}

  /** Records changes since the last call. */
  note(now: number, replica: number | undefined): void {
    for (const [id, order] of this.orders.byId) {
      const states = this.#states.get(id) ?? this.#begin(id);
      const known = states.at(-1)?.order;
      if (known?.stamp !== order.stamp) states.push({ id, since: now, order: copyOrder(order), replica });
    }
    for (const [id, states] of this.#states) {
      const last = states.at(-1);
      const isGone = last?.order && !this.orders.byId.has(id);
      if (isGone) states.push({ id, since: now, order: undefined, replica });
      else if (last && !last.order && last.since < now - keptMs) this.#states.delete(id);
    }
  }

  /** The order as a reader with this lag sees it. Without a lag it is the order itself, so that reads can change it. */
  seen(id: string, now: number, lag: Lag): Order | undefined {
    const states = this.#states.get(id) ?? [];
    const at = states.findLastIndex((state) => state.since + lag(state) <= now);
    return at === states.length - 1 ? this.orders.byId.get(id) : states[at]?.order;
  }

  /** All orders as a reader with this lag sees them; each replica has its own view, for walks. */
  view(service: Service, now: number, lag: Lag, replica: number | undefined): Orders {
    const ids = [...new Set([...this.#states.keys(), ...this.orders.byId.keys()])];
    const isBehind = ids.some((id) => this.seen(id, now, lag) !== this.orders.byId.get(id));
    if (!isBehind) return this.orders;
    const view = this.#views.get(replica) ?? new Orders(service.ids);
    this.#views.set(replica, view);
    view.source = this.orders;
    const seen = ids.flatMap((id) => this.seen(id, now, lag) ?? []);
    view.byId.clear();
    for (const order of seen) view.byId.set(order.id, order);
    view.sequence.show(seen, this.orders.sequence.lastPosition);
    return view;
  }

  #begin(id: string): OrderState[] {
    const states: OrderState[] = [{ id, since: Number.NEGATIVE_INFINITY, order: undefined, replica: undefined }];
    this.#states.set(id, states);
    return states;
  }
}

/** Copies a past state; accesses are counted on the current order. */
function copyOrder(order: Order): Order {
  const copy = { ...order, input: { ...order.input }, extras: { ...order.extras }, records: { ...order.records } };
  return Object.defineProperty(copy, 'views', {
    enumerable: true,
    get: () => order.views,
    set: (views: number) => {
      order.views = views;
    },
  });
}
