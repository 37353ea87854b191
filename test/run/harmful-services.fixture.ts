import { clock } from '../../src/model/clock.js';
import { isObject } from '../../src/model/json.js';
import {
  type Behavior,
  createOrder,
  createOtherClient,
  type Order,
  type Store,
  type Visit,
} from './orders-of-others.fixture.js';

/** Checks that send each kind of request, and few others. */
export const sendingChecks = [
  'validation/malformed-*',
  'validation/invalid-put-and-patch-are-refused',
  'validation/schema-violation-is-refused',
  'idempotency/patch-is-acknowledged',
  'idempotency/put-is-acknowledged',
  'absence/delete-of-a-missing-item-answers-404',
  'actions/action-answers-201',
  'validation/unusual-queries-are-not-a-server-error',
];

const isList = ({ path }: Visit) => path === '/orders';
const isOrder = ({ path }: Visit) => /^\/orders\/[^/]+$/.test(path);
const isOthers = ({ id }: Order) => id.startsWith('x');

const listOthers = ({ orders }: Store): Order[] => [...orders.values()].filter(isOthers);

function remove(store: Store, all: readonly Order[]): void {
  for (const { id } of all) store.orders.delete(id);
}

const removeFirst = (store: Store) => remove(store, listOthers(store).slice(0, 1));
const removeAll = (store: Store) => remove(store, listOthers(store));

/** Harms only after removals were seen to harm no others, so harm may name another request. */
function createLateRemoval(from: number): Behavior {
  const removals = new WeakMap<Store, number>();
  return {
    after(visit, store) {
      if (visit.method !== 'DELETE' || !isOrder(visit) || visit.status !== 204) return;
      const count = (removals.get(store) ?? 0) + 1;
      removals.set(store, count);
      if (count >= from) removeFirst(store);
    },
  };
}

/** Whether a request is the first PUT. */
function createFirstPut(): (visit: Visit, store: Store) => boolean {
  const known = new WeakSet<Store>();
  return ({ method }, store) => {
    const isFirst = method === 'PUT' && !known.has(store);
    if (isFirst) known.add(store);
    return isFirst;
  };
}

/** Services that harm what others have: all of them are legal, or have a bug that is none of the run's concern. */
export const harmfulServices: Readonly<Record<string, Behavior>> = {
  'POST of a list replaces all': {
    takesList: true,
    before: ({ method, path, body }, { orders, lines }) => {
      if (method !== 'POST' || path !== '/orders' || !Array.isArray(body)) return undefined;
      orders.clear();
      for (const one of body) {
        const order = createOrder(isObject(one) ? one : {});
        orders.set(order.id, order);
        lines.set(order.id, new Map());
      }
      return 204;
    },
  },
  'POST of an item replaces all': {
    before: (visit, store) => {
      if (visit.method === 'POST' && isList(visit) && isObject(visit.body)) store.orders.clear();
      return undefined;
    },
  },
  'POST moves the newest item': {
    after: (visit, { orders }) => {
      const newest = [...orders.values()].filter(isOthers).at(-1);
      if (visit.method !== 'POST' || !isList(visit) || visit.status !== 201 || newest === undefined) return;
      orders.delete(newest.id);
      const moved = { ...createOrder({}), ...newest, id: `${newest.id}m` };
      orders.set(moved.id, moved);
    },
  },
  'a refused POST removes an item': {
    after: (visit, store) => {
      if (visit.method === 'POST' && isList(visit) && visit.status === 422) removeFirst(store);
    },
  },
  'a PATCH without members removes all': {
    after: (visit, store) => {
      const isEmpty = isObject(visit.body) && Object.keys(visit.body).length === 0;
      if (visit.method === 'PATCH' && isOrder(visit) && isEmpty) removeAll(store);
    },
  },
  'PUT writes to every item': {
    after: ({ method, status, body }, { orders }) => {
      if (method !== 'PUT' || status !== 200 || !isObject(body)) return;
      for (const order of orders.values()) order.name = String(body.name);
    },
  },
  'PUT of an item drops what is below all': {
    after: ({ method, status }, { lines }) => {
      if (method === 'PUT' && status === 200) for (const own of lines.values()) own.clear();
    },
  },
  'an action empties the list': {
    after: ({ path, status }, store) => {
      if (path.endsWith('/approval') && status === 201) removeAll(store);
    },
  },
  'an item with an existing name takes its place': {
    after: (visit, store) => {
      const { name } = isObject(visit.body) ? visit.body : {};
      if (visit.method !== 'POST' || visit.status !== 201 || typeof name !== 'string') return;
      remove(
        store,
        listOthers(store)
          .filter((order) => order.name.length <= name.length)
          .slice(0, 1),
      );
    },
  },
  'an unknown query purges': {
    before: (visit, store) => {
      const isKnown = [...visit.query.keys()].every((name) => /^(limit|page|offset|size)$/.test(name));
      if (visit.method === 'GET' && isList(visit) && !isKnown) removeAll(store);
      return undefined;
    },
  },
  'DELETE removes the neighbour, too': {
    after: (visit, store) => {
      if (visit.method === 'DELETE' && isOrder(visit) && visit.status === 204) removeFirst(store);
    },
  },
  'each DELETE from the third on removes another, too': createLateRemoval(3),
  'each DELETE removes another, too, which the list shows for a while': {
    listLagMs: 1_500,
    ...createLateRemoval(1),
  },
  'each POST of a line removes an order, which the list shows for a while': {
    listLagMs: 1_500,
    after: ({ method, path, status }, store) => {
      if (method === 'POST' && path.endsWith('/lines') && status === 201) removeFirst(store);
    },
  },
  'DELETE of a missing item removes another': {
    after: (visit, store) => {
      if (visit.method === 'DELETE' && isOrder(visit) && visit.status === 404) removeFirst(store);
    },
  },
  'PUT writes to a member of every item that lists do not show': {
    isSummary: true,
    after: ({ method, status }, { orders }) => {
      if (method === 'PUT' && status === 200) for (const order of orders.values()) order.note = 'written';
    },
  },
  'a refused POST removes an item while others write to another list': {
    after: (visit, store) => {
      store.log.push({ id: `l${store.log.length}`, what: visit.method });
      if (visit.method === 'POST' && isList(visit) && visit.status === 422) removeFirst(store);
    },
  },
  'a PATCH without members hides all': {
    after: (visit, store) => {
      const isEmpty = isObject(visit.body) && Object.keys(visit.body).length === 0;
      if (visit.method !== 'PATCH' || !isOrder(visit) || !isEmpty) return;
      for (const order of listOthers(store)) order.state = 'deleted';
    },
  },
  'POST overwrites an item of others with its content': {
    after: ({ method, status, body }, store) => {
      const [first] = listOthers(store);
      if (method !== 'POST' || status !== 201 || !isObject(body) || first === undefined) return;
      if (typeof body.name === 'string' && typeof body.note === 'string' && body.name !== body.note)
        Object.assign(first, { name: body.name.slice(0, 9), note: body.note });
    },
  },
  'a PATCH without members removes all, after a stop': {
    stops: createFirstPut(),
    after: (visit, store) => {
      const isEmpty = isObject(visit.body) && Object.keys(visit.body).length === 0;
      if (visit.method === 'PATCH' && isOrder(visit) && isEmpty) removeAll(store);
    },
  },
  'content that is no JSON removes all': {
    after: ({ method, text, body }, store) => {
      if (/^(POST|PUT|PATCH)$/.test(method) && text !== '' && body === undefined) removeAll(store);
    },
  },
};

/** Services in which what others have changes or vanishes legally. */
export const harmlessServices: Readonly<Record<string, () => Behavior>> = {
  'stock falls with each order': () => ({
    after: ({ method, status }, { orders }) => {
      if (method === 'POST' && status === 201) for (const order of orders.values()) order.size -= 1;
    },
  }),
  'a default moves to the newest item': () => ({
    after: (visit, { orders }) => {
      if (visit.method !== 'POST' || !isList(visit) || visit.status !== 201) return;
      const all = [...orders.values()];
      for (const order of all) order.isDefault = order === all.at(-1);
    },
  }),
  'a list shows the newest entries only': () => ({
    after: ({ method, path }, { log }) => {
      if (method !== 'GET') log.push({ what: `${method} ${path}`, at: log.length });
    },
  }),
  'a log is cut': () => ({
    before: ({ method, path }, { log }) => {
      if (log.length === 0) log.push({ what: 'it began' });
      if (method !== 'GET') log.push({ what: `${method} ${path}`, at: log.length });
      if (log.length > 4) log.splice(0, 4);
      return undefined;
    },
  }),
  'an item of others expires': () => {
    const until = clock.epochMs() + 1_500;
    return {
      before: (_, { orders }) => {
        const order = orders.get('x1q7');
        if (order !== undefined) order.until = new Date(until).toISOString();
        if (clock.epochMs() > until) orders.delete('x1q7');
        return undefined;
      },
    };
  },
  'other clients write all the while': () => ({ before: createOtherClient() }),
  'another client adds orders all the while, and removes one line of an order': () => {
    let count = 0;
    return {
      before: (_, { orders, lines }) => {
        count += 1;
        if (count % 4 === 0) {
          const order = createOrder({ name: `client ${count}` });
          orders.set(order.id, order);
          lines.set(order.id, new Map());
        }
        if (count === 160) lines.get('x1q7')?.delete('xa1');
        return undefined;
      },
    };
  },
  'another client removes an order of others, and then adds others sometimes': () => {
    let count = 0;
    let reads = 0;
    return {
      before: ({ method, path }, { orders }) => {
        count += 1;
        if (count === 160) orders.delete('x1q7');
        if (count < 160 || method !== 'GET' || path !== '/orders') return undefined;
        reads += 1;
        const order = createOrder({ name: 'sometimes' });
        if (reads % 5 === 4) orders.set(order.id, order);
        return undefined;
      },
    };
  },
  'another client replaces what it had before the run': () => ({ before: createOtherClient(2) }),
  'another client removes an order of others, and adds one seconds later': () => {
    let count = 0;
    let due = Number.POSITIVE_INFINITY;
    return {
      before: (_, { orders }) => {
        count += 1;
        if (count === 160) {
          orders.delete('x1q7');
          due = clock.now() + 5_000;
        }
        if (clock.now() < due) return undefined;
        due = Number.POSITIVE_INFINITY;
        const order = createOrder({ name: 'later' });
        orders.set(order.id, order);
        return undefined;
      },
    };
  },
  'another client removes what others had, one after the other': () => {
    const write = createOtherClient(10);
    let count = 0;
    return {
      before: (visit, store) => {
        count += 1;
        if (count % 90 === 0) removeFirst(store);
        return write(visit, store);
      },
    };
  },
};
