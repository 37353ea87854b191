import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { KeptItems } from '../../src/ledger/kept-items.js';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { harmfulServices, harmlessServices, sendingChecks } from './harmful-services.fixture.js';
import { auditOrders, countOfOthers, createOrder, type Order, serveOrders } from './orders-of-others.fixture.js';

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

test('removals that each take another item with them are found although another client writes', async () => {
  let count = 0;
  const service = await serveOrders({
    before: (_, { orders, lines }) => {
      count += 1;
      if (count % 4 > 0) return undefined;
      const order = createOrder({ name: `client ${count}` });
      orders.set(order.id, order);
      lines.set(order.id, new Map());
      return undefined;
    },
    after: ({ method, path, status }, { orders }) => {
      const [other] = [...orders.keys()].filter((id) => id.startsWith('x'));
      if (method === 'DELETE' && /^\/orders\/[^/]+$/.test(path) && status === 204) orders.delete(other ?? '');
    },
  });
  const others = Array.from({ length: 60 }, (_, i) => ({ ...createOrder({ name: `order ${i}` }), id: `x9${i}z` }));
  for (const order of others) service.store.orders.set(order.id, order);
  const { harm = [], run } = await auditOrders(service, { only: sendingChecks });
  const gone = [...others, 'x0q7', 'x1q7', 'x2q7', 'x3q7'].filter(
    (one) => !service.store.orders.has(typeof one === 'string' ? one : one.id),
  );
  expect(harm.length).toBeGreaterThanOrEqual(3);
  expect(harm.map(({ after }) => after)).toEqual(harm.map(() => expect.stringMatching(/^DELETE \/orders\//)));
  expect(run.endedEarly).toContain('of others are gone');
  // Each one was watched from the first on; a few went while other writes were under way.
  expect(gone.length).toBeLessThanOrEqual(16);
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
