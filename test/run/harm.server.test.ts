import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { KeptItems } from '../../src/ledger/kept-items.js';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { harmfulServices, harmlessServices } from './harmful-services.fixture.js';
import { auditOrders, countOfOthers, serveOrders } from './orders-of-others.fixture.js';

useSteadyClock();

/** Checks that send each kind of request, and few others. */
const only = [
  'validation/malformed-*',
  'validation/invalid-put-and-patch-are-refused',
  'validation/schema-violation-is-refused',
  'idempotency/patch-is-acknowledged',
  'idempotency/put-is-acknowledged',
  'absence/delete-of-a-missing-item-is-not-a-server-error',
  'actions/action-answers-201',
  'operations/unusual-queries-are-not-a-server-error',
];

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
    const { harm = [], gate, stateFolder } = await auditOrders(service, { only });
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
    const { harm, run, stateFolder } = await auditOrders(service, { only });
    expect([harm, run.endedEarly, readKept(stateFolder)]).toEqual([undefined, undefined, []]);
  });
});

test('the first request of a kind that harms is the last', async () => {
  const service = await serveOrders(harmfulServices['POST of an item replaces all'] ?? {});
  const { harm } = await auditOrders(service, { only });
  expect(service.asked.filter((request) => request === 'POST /orders')).toHaveLength(1);
  expect(harm?.[0]?.after).toMatch(/^POST \/orders \(exchange \d+\)$/);
  expect(harm?.[0]?.restore).toMatchObject({ method: 'PUT', body: { name: 'Ada' } });
});

test('a list is sent as content only where the profile permits it', async () => {
  const service = await serveOrders(harmfulServices['POST of a list replaces all'] ?? {});
  const { survey } = await auditOrders(service, { only });
  expect(survey.notes.join()).toContain(
    'POST /orders: not checked: its content is a list, which may replace all items',
  );
  expect(service.asked.filter((request) => request === 'POST /orders')).toEqual([]);
});
