import { clock } from '../clock.js';
import type { Orders } from '../service/orders/orders.js';
import type { RequestContext } from '../service/request-context.js';
import { type Lag, type OrderState, PastStates } from './past-states.js';
import { type Circumstances, chainAnswer, type ServerControls } from './world.js';

/** The lags of reads. */
export interface ReadLags {
  /** Milliseconds until a read of the item shows a state; `reader` is the replica that answers. */
  getItemLag(state: OrderState, reader: number | undefined): number;
  /** The same for lists. */
  getListLag(state: OrderState, reader: number | undefined): number;
}

/** Creates circumstances in which reads lag behind writes; writes, keys and unique members are consistent at once. */
export function createLaggingReads(
  lags: ReadLags,
  replicaOfNext: () => number | undefined = () => undefined,
): Circumstances {
  let stage: ServerControls | undefined;
  const pasts = new WeakMap<Orders, PastStates>();
  const pastOf = (orders: Orders): PastStates => {
    const past = pasts.get(orders) ?? new PastStates(orders);
    pasts.set(orders, past);
    return past;
  };
  const note = (replica: number | undefined) => {
    for (const orders of stage?.listOrderStores() ?? []) pastOf(orders).note(clock.now(), replica);
  };
  return {
    begin: (on) => {
      stage = on;
    },
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
