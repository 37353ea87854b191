import { beforeAll, expect, test } from 'vitest';
import { audit } from '../../src/audit.js';
import { startDemo } from '../../src/demo/start-demo.js';
import type { Report } from '../../src/model/result/report.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { useSteadyClock } from '../support/use-steady-clock.js';

useSteadyClock();

let report: Report;
let effects: ReadonlyMap<string, number> = new Map();
let products: string[] = [];

/** One audit of the inventory with nothing but its URL. */
beforeAll(async () => {
  const demo = await startDemo({ dialect: ['inventory'] });
  try {
    report = await audit(await loadProfile({ baseUrl: demo.url, cwd: '/', env: {} }), { seed: 1 });
    effects = new Map(demo.effects?.());
    products = [await (await fetch(`${demo.url}/products`)).text(), await (await fetch(`${demo.url}/settings`)).text()];
  } finally {
    await demo.close();
  }
}, 60_000);

const findOperation = (name: string) =>
  report.coverage.operations?.find(({ method, path }) => `${method} ${path}` === name);

test('judges every operation that it may call, and violates none', () => {
  const uncalled = report.coverage.operations?.filter(({ rules }) => rules.length === 0) ?? [];
  expect(uncalled.map(({ path }) => path)).toEqual([]);
  const odd = report.results.filter(({ verdict }) => verdict === 'violated' || verdict === 'errored');
  expect(odd.map(({ rule }) => rule)).toEqual([]);
});

test('decides at least three rules for four of five operations', () => {
  const operations = report.coverage.operations ?? [];
  const judged = operations.filter(({ held, violated }) => held + violated >= 3);
  expect(operations.length).toBe(22);
  expect(judged.length / operations.length).toBeGreaterThanOrEqual(0.8);
});

test('finds values for nested paths in the lists above them', () => {
  expect(findOperation('GET /warehouses/{warehouseId}/shelves/{shelfId}/boxes/{boxId}')).toMatchObject({
    statuses: [200, 304, 404],
    undecided: 0,
    violated: 0,
  });
});

test('does not call what its words suggest to have effects, and restores what it changes', () => {
  expect([...effects]).toEqual([]);
  expect(findOperation('GET /jobs/stop')?.statuses).toBeUndefined();
  expect(report.survey.notes).toContain('GET /jobs/stop: not called: "stop" suggests effects');
  expect(findOperation('POST /products/import')?.statuses).toBeUndefined();
  const [first = '', second = ''] = products;
  expect(JSON.parse(first)).toHaveLength(2);
  expect(findOperation('PUT /settings')?.statuses).toEqual(expect.arrayContaining([200, 422]));
  expect(JSON.parse(second)).toEqual({ currency: 'EUR', timezone: 'Europe/Berlin', pageSize: 20, note: 'Main store' });
});

test('calls only what the user leaves in', async () => {
  const demo = await startDemo({ dialect: ['inventory'] });
  try {
    const flags = {
      exclude: ['/warehouses/**', 'DELETE /products/*'],
      include: ['/products/**', '/warehouses', '/tags'],
    };
    const profile = await loadProfile({ baseUrl: demo.url, cwd: '/', env: {}, only: ['operations/*'], ...flags });
    const { coverage, survey, results } = await audit(profile, { seed: 1 });
    const names = coverage.operations?.map(({ method, path }) => `${method} ${path}`) ?? [];
    expect(names.sort()).toEqual(
      [
        'GET /products/search',
        'GET /products/{sku}',
        'GET /tags',
        'GET /warehouses',
        'POST /products/import',
        'PUT /products/{sku}',
      ].sort(),
    );
    expect(survey.notes).toContain('DELETE /products/{sku}: not called: excluded by DELETE /products/*');
    expect(results.filter(({ verdict }) => verdict === 'violated')).toEqual([]);
  } finally {
    await demo.close();
  }
});
