import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { KeptItems } from '../../src/ledger/kept-items.js';
import { clock } from '../../src/model/clock.js';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { harmfulServices, harmlessServices, sendingChecks } from './harmful-services.fixture.js';
import {
  auditOrders,
  type Behavior,
  countOfOthers,
  createOrder,
  type Order,
  type Store,
  serveOrders,
} from './orders-of-others.fixture.js';

useSteadyClock();

/** The files that runs kept. */
function readKept(stateFolder: string): { readonly path: string; readonly kept: KeptItems }[] {
  const folder = join(stateFolder, 'assay');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.map((name) => ({
    path: join(folder, name),
    kept: JSON.parse(readFileSync(join(folder, name), 'utf8')) as KeptItems,
  }));
}

describe('what others have stays, or the report names what is gone, and it is kept', () => {
  test.each(Object.entries(harmfulServices))('%s', async (_, behavior) => {
    const service = await serveOrders(behavior);
    const { harm = [], gate, stateFolder } = await auditOrders(service, { only: sendingChecks });
    const missing = countOfOthers - service.countIntact();
    const files = readKept(stateFolder);
    expect(harm).toHaveLength(missing);
    if (missing === 0) return expect(files).toEqual([]);
    expect(gate.exit === 5 || gate.exit === 1).toBe(true);
    expect(gate.reasons[0]).toContain('of others');
    const [{ path, kept } = { path: '', kept: { lists: [] } as never as KeptItems }] = files;
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const contents = JSON.stringify(kept.lists);
    for (const { url, contents: file } of harm) {
      expect(file).toBe(path);
      expect(contents).toContain(`"id":"${url.split('/').at(-1)}"`);
    }
    return undefined;
  });
});

describe('no run is stopped where', () => {
  test.each(Object.entries(harmlessServices))('%s', async (_, createBehavior) => {
    const service = await serveOrders(createBehavior());
    const { harm, run, stateFolder } = await auditOrders(service, { only: sendingChecks });
    expect([harm, run.endedEarly, readKept(stateFolder)]).toEqual([undefined, undefined, []]);
  });
});

test('the first request of a kind that harms is the last', async () => {
  const service = await serveOrders(harmfulServices['POST of an item replaces all'] ?? {});
  const { harm } = await auditOrders(service, { only: sendingChecks });
  expect(service.asked.filter((request) => request === 'POST /orders')).toHaveLength(1);
  expect(harm?.[0]?.after).toMatch(/^POST \/orders \(exchange \d+\)$/);
  expect(harm?.[0]?.restore).toMatchObject({ method: 'POST', body: { name: 'Ada', note: 'note 0', size: 50 } });
});

test('a creation that removes the others is named, also where reads show them for a while', async () => {
  const gone = new Map<string, Order>();
  let until = 0;
  const service = await serveOrders({
    before: ({ method, path, body }, { orders }) => {
      if (method !== 'POST' || path !== '/orders' || typeof body !== 'object') return undefined;
      for (const order of orders.values()) gone.set(order.id, order);
      until = clock.now() + 800;
      orders.clear();
      return undefined;
    },
    findArchived: (id) => (clock.now() < until ? gone.get(id) : undefined),
  });
  const { harm = [] } = await auditOrders(service, { only: sendingChecks });
  expect(service.asked.filter((request) => request === 'POST /orders')).toHaveLength(1);
  expect(new Set(harm.map(({ after }) => after))).toEqual(
    new Set([expect.stringMatching(/^POST \/orders \(exchange \d+\)$/)]),
  );
});

test('a list is sent as content only where the profile permits it', async () => {
  const service = await serveOrders(harmfulServices['POST of a list replaces all'] ?? {});
  const { survey } = await auditOrders(service, { only: sendingChecks });
  expect(survey.notes.join()).toContain(
    'POST /orders: not checked: its content is a list, which may replace all items',
  );
  expect(service.asked.filter((request) => request === 'POST /orders')).toEqual([]);
});

test('nothing is removed after harm that a removal may have done', async () => {
  const service = await serveOrders(harmfulServices['each DELETE from the third on removes another, too'] ?? {});
  const { harm, leftovers } = await auditOrders(service, { only: sendingChecks });
  const left = [...service.store.orders.keys()].map((id) => `${service.baseUrl}/orders/${id}`);
  expect(harm).not.toBeUndefined();
  expect(left).not.toEqual([]);
  expect(leftovers.map(({ url }) => url)).toEqual(expect.arrayContaining(left));
});

/** Serves 64 orders of others, to which another client adds one with each fourth request; `behavior` comes after that. */
async function serveWithClient({ before, after }: Behavior) {
  let count = 0;
  const service = await serveOrders({
    before: (visit, store) => {
      count += 1;
      if (count % 4 === 0) {
        const order = createOrder({ name: `client ${count}` });
        store.orders.set(order.id, order);
        store.lines.set(order.id, new Map());
      }
      return before?.(visit, store);
    },
    ...(after && { after }),
  });
  for (let i = 0; i < 60; i += 1)
    service.store.orders.set(`x9${i}z`, { ...createOrder({ name: `order ${i}` }), id: `x9${i}z` });
  const countGone = () => 64 - [...service.store.orders.keys()].filter((id) => id.startsWith('x')).length;
  return { service, countGone };
}

const removeOne = ({ orders }: Store) => orders.delete([...orders.keys()].find((id) => id.startsWith('x')) ?? '');

describe('where another client writes, too', () => {
  test.each([
    ['orders that each take another one with them', /^\/orders\/[^/]+$/],
    ['lines that each take an order with them', /^\/orders\/[^/]+\/lines\/[^/]+$/],
  ])('removals of %s are found', async (_, place) => {
    const { service, countGone } = await serveWithClient({
      after: ({ method, path, status }, store) => {
        if (method === 'DELETE' && place.test(path) && status === 204) removeOne(store);
      },
    });
    const { harm = [], run } = await auditOrders(service, { only: sendingChecks });
    expect(harm.length).toBeGreaterThanOrEqual(3);
    expect(harm.map(({ after }) => after)).toEqual(harm.map(() => expect.stringMatching(/^DELETE \/orders\//)));
    expect(run.endedEarly).toContain('of others are gone');
    // Each one was watched from the first on; a few went while other writes were under way.
    expect(countGone()).toBeLessThanOrEqual(16);
  });

  test.each([2_500, 4_000, 4_500, 6_000, 6_500, 7_000])(
    'a client that removes what others had every %i ms is none of the run',
    async (everyMs) => {
      let [count, due] = [0, Number.POSITIVE_INFINITY];
      const { service, countGone } = await serveWithClient({
        before: (_, store) => {
          count += 1;
          if (count === 120) due = clock.now();
          for (; clock.now() > due; due += everyMs) removeOne(store);
          return undefined;
        },
      });
      const { harm } = await auditOrders(service, { only: sendingChecks });
      expect([harm, countGone() > 0]).toEqual([undefined, true]);
    },
  );

  test.each([1_000, 2_000, 4_000])(
    'what expires every %i ms goes with any write, not with one kind',
    async (everyMs) => {
      let [begun, last, gone] = [Number.POSITIVE_INFINITY, 0, 0];
      const service = await serveOrders({
        before: ({ method }, store) => {
          const now = clock.now();
          const isWrite = !/GET|HEAD|OPTIONS/.test(method);
          if (isWrite) begun = Math.min(begun, now);
          const isClientDue = now > begun && now - last > 10_000;
          if (isClientDue) {
            last = now;
            const order = createOrder({ name: `client ${now}` });
            store.orders.set(order.id, order);
            store.lines.set(order.id, new Map());
          }
          if (!isWrite && !isClientDue) return undefined;
          for (; now > begun + gone * everyMs && removeOne(store); gone += 1);
          return undefined;
        },
      });
      for (let i = 0; i < 60; i += 1)
        service.store.orders.set(`x9${i}z`, { ...createOrder({ name: `order ${i}` }), id: `x9${i}z` });
      const { harm } = await auditOrders(service, { only: sendingChecks });
      expect([harm, gone > 0]).toEqual([undefined, true]);
    },
  );
});

test('an item that no list shows stays as it is', async () => {
  const archived = new Map<string, Order>();
  const service = await serveOrders({
    findArchived(id) {
      // The ids of the run begin with `n`, and what it removed is not archived.
      if (/^n\d+q$/.test(id)) return undefined;
      const order = archived.get(id) ?? { ...createOrder({ name: 'Alan' }), id };
      archived.set(id, order);
      return order;
    },
  });
  const { harm } = await auditOrders(service, { only: [...sendingChecks, 'absence/*'] });
  const writes = service.asked.filter((request) => /^(?:PUT|PATCH|DELETE) /.test(request));
  expect(archived.size).toBeGreaterThan(0);
  expect(writes.filter((request) => !/^[A-Z]+ \/orders\/n\d+q\b/.test(request))).toEqual([]);
  expect([...archived.values()].filter(({ name }) => name !== 'Alan')).toEqual([]);
  expect(harm).toBeUndefined();
});

test('the id of an item of others is given to no new one', async () => {
  const service = await serveOrders({ takesId: true });
  const { harm } = await auditOrders(service, { only: sendingChecks });
  expect([service.countIntact(), harm]).toEqual([countOfOthers, undefined]);
  expect(service.asked).toContain('POST /orders');
});

test('one removal takes another item along where lists lag, and no second one is sent', async () => {
  const service = await serveOrders(
    harmfulServices['each DELETE removes another, too, which the list shows for a while'] ?? {},
  );
  const { harm = [] } = await auditOrders(service, { only: sendingChecks });
  expect(service.asked.filter((request) => /^DELETE \/orders\/[^/]+$/.test(request))).toHaveLength(1);
  expect(harm.map(({ after }) => after)).toEqual([expect.stringMatching(/^DELETE \/orders\//)]);
});

test('one write below an item takes another along where lists lag, and no second one is sent', async () => {
  const service = await serveOrders(
    harmfulServices['each POST of a line removes an order, which the list shows for a while'] ?? {},
  );
  const { harm = [] } = await auditOrders(service, { only: [...sendingChecks, 'creation/*'] });
  expect(service.asked.filter((request) => /^POST \/orders\/[^/]+\/lines$/.test(request))).toHaveLength(1);
  expect(harm).toHaveLength(1);
});
