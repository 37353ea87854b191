import { clock } from '../clock.js';
import type { Orders } from '../service/orders/orders.js';
import type { Visit } from '../service/request-context.js';
import { type Lag, Past, type State } from './past-states.js';
import { type Circumstances, type Stage, whenAnswered } from './world.js';

/** How far behind those are who read. */
export interface Lags {
  /** Milliseconds until a read of the item shows a state; `reader` is the replica that reads. */
  item(state: State, reader: number | undefined): number;
  /** The same for lists. */
  list(state: State, reader: number | undefined): number;
}

/** Circumstances in which reads are behind writes; writes, keys and unique members know of everything at once. */
export function behind(lags: Lags, replicaOfNext: () => number | undefined = () => undefined): Circumstances {
  let stage: Stage | undefined;
  const pasts = new WeakMap<Orders, Past>();
  const pastOf = (orders: Orders): Past => {
    const past = pasts.get(orders) ?? new Past(orders);
    pasts.set(orders, past);
    return past;
  };
  const note = (replica: number | undefined) => {
    for (const orders of stage?.stores() ?? []) pastOf(orders).note(clock.now(), replica);
  };
  return {
    begin: (on) => {
      stage = on;
    },
    around(request, proceed) {
      const replica = replicaOfNext();
      note(replica);
      return whenAnswered(proceed(replica === undefined ? request : { ...request, replica }), (said) => {
        note(replica);
        return said;
      });
    },
    reads(visit) {
      if (visit.resource === 'orders') return listed(visit, pastOf(visit.service.orders), lags);
      if (visit.resource !== 'order' && visit.resource !== 'action') return visit;
      const lag: Lag = (state) => lags.item(state, visit.replica);
      return { ...visit, order: pastOf(visit.service.orders).seen(visit.id, clock.now(), lag) };
    },
  };
}

function listed(visit: Visit, past: Past, lags: Lags): Visit {
  const { service, replica } = visit;
  const lag: Lag = (state) => lags.list(state, replica);
  return { ...visit, service: { ...service, orders: past.view(service, clock.now(), lag, replica) } };
}
