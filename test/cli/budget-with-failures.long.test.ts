import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { audit } from '../../src/audit.js';
import { mergeObjects, writeDialectProfile } from '../../src/cli/commands/demo/demo-profile.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { createTestFolder, startDemoService } from './assay.fixture.js';
import { startRelay } from './relay.fixture.js';

useSteadyClock();

/** Audits a demo in a world through a relay, optionally with a purge step for each item. */
async function audited(world: readonly string[], maxRequests: number, more: object = {}) {
  const dialect = ['access-bearer'];
  const demo = await startDemoService({ dialect, world, seed: 2 });
  const relay = await startRelay(demo.url);
  const cwd = createTestFolder();
  const file = writeDialectProfile(dialect, cwd, world);
  writeFileSync(file, JSON.stringify(mergeObjects([JSON.parse(readFileSync(file, 'utf8')), more])));
  const only = ['creation/*', 'idempotency/*'];
  const profile = await loadProfile({ baseUrl: relay.url, cwd, env: {}, file, cases: 2, maxRequests, only });
  const files = { tape: join(cwd, 'tape'), ledger: join(cwd, 'ledger'), report: join(cwd, 'report.json') };
  const report = await audit(profile, { seed: 3, files });
  return { relay, report, left: demo.orders() };
}

const purging = {
  resources: [{ collection: '/orders', purge: [{ method: 'DELETE', path: '/orders/{id}' }] }],
};

describe('a run sends no more requests than its budget when requests fail', () => {
  test.each<[string, readonly string[], number, object]>([
    ['with tokens that are renewed', ['expiring-tokens'], 260, {}],
    ['with removals that are throttled', ['quota-in-seconds'], 150, {}],
    ['with both', ['expiring-tokens', 'quota-in-seconds'], 150, {}],
    ['with a purge step for each thing', [], 40, purging],
  ])('%s, in %j, %i', async (_, world, maxRequests, more) => {
    const { relay, report, left } = await audited(world, maxRequests, more);
    expect(relay.requests.length).toBeLessThanOrEqual(maxRequests);
    expect(relay.requests.length).toBeGreaterThan(maxRequests / 2);
    expect(report.results.filter(({ verdict }) => verdict === 'violated' || verdict === 'errored')).toEqual([]);
    // Items without requests left for their removal are reported.
    expect(report.leftovers.length).toBeGreaterThanOrEqual(left);
    if (report.leftovers.length > 0) expect(report.leftovers.every(({ why }) => why !== '')).toBe(true);
  });
});
