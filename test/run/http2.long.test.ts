import { expect, test } from 'vitest';
import { audit } from '../../src/audit.js';
import { startDemo } from '../../src/demo/start-demo.js';
import { getCertificatePath } from '../../src/http/transport/tls-origin.fixture.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { createTestFolder } from '../cli/assay.fixture.js';
import { type FrontHabits, startHttp2Front } from './http2-front.fixture.js';

/** Rules of each kind: those that read, create, repeat, and break connections. */
const only = ['creation/*', 'safety/*', 'idempotency/*', 'operations/*', 'replay/*'];

/** Audits a demo with a fault through a front; returns the verdicts, and what the front did. */
async function auditThroughFront(http2: boolean, habits: FrontHabits = {}) {
  const demo = await startDemo({ fault: 'get-bumps-a-counter', dialect: ['etags'] });
  try {
    const { url, counts } = await startHttp2Front(demo.url, habits);
    const ca = [getCertificatePath('authority.pem')];
    const flags = { baseUrl: url, cwd: createTestFolder(), env: {}, ca, http2, only, cases: 2, concurrency: 4 };
    const report = await audit(await loadProfile(flags), { seed: 1 });
    const verdicts = report.results
      .filter(({ verdict }) => verdict === 'held' || verdict === 'violated')
      .map(({ rule, subject, verdict }) => `${rule} ${subject} ${verdict}`)
      .sort();
    return { verdicts, counts, leftovers: report.leftovers, remaining: demo.orders() };
  } finally {
    await demo.close();
  }
}

test('an audit over HTTP/2 decides the same as over HTTP/1.1, also where the server refuses requests and ends connections', async () => {
  const [old, calm, unkind] = await Promise.all([
    auditThroughFront(false),
    auditThroughFront(true),
    auditThroughFront(true, { refuseEach: 9, leaveEach: 14 }),
  ]);
  expect(old.counts).toMatchObject({ http2: 0 });
  expect(old.verdicts.length).toBeGreaterThan(30);
  expect(old.verdicts.join('\n')).toContain('safety/get-does-not-change-the-item orders violated');
  expect(Math.min(unkind.counts.refused, unkind.counts.left)).toBeGreaterThan(8);
  for (const { verdicts, counts, leftovers, remaining } of [calm, unkind]) {
    expect(verdicts).toEqual(old.verdicts);
    expect(counts.http2).toBeGreaterThan(150);
    expect(remaining).toBe(leftovers.length);
  }
}, 120_000);
