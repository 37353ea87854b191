import { expect } from 'vitest';
import { audit } from '../../src/audit.js';
import type { LoadProfileOptions } from '../../src/profile/load-options.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { createTestFolder, startDemoService } from './assay.fixture.js';
import { startRelay } from './relay.fixture.js';

/** Audits a demo through a relay, and tells the most orders that it ever held. */
export async function auditWithBudget(options: Partial<LoadProfileOptions>, limits: object = {}) {
  const demo = await startDemoService();
  let most = 0;
  let made = 0;
  const relay = await startRelay(demo.url, ({ method }, status) => {
    most = Math.max(most, demo.orders());
    if (method === 'POST' && status === 201) made += 1;
  });
  const file = 'assay.json';
  const cwd = createTestFolder({ [file]: JSON.stringify({ baseUrl: relay.url, limits }) });
  const profile = await loadProfile({ cwd, env: {}, file, cases: 2, ...options });
  const report = await audit(profile, { seed: 3 });
  return { relay, report, most, made, left: demo.orders() };
}

/** Eight trials at a time: neither the audit nor its cleanup sends more than the budget, and nothing is left. */
export async function expectNothingLeft(maxRequests: number): Promise<void> {
  const { relay, report, left } = await auditWithBudget({ maxRequests, concurrency: 8 });
  expect(relay.requests.length).toBeLessThanOrEqual(maxRequests);
  expect([left, report.leftovers]).toEqual([0, []]);
}
