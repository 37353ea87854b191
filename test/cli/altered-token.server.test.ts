import { expect, test } from 'vitest';
import { assay } from '../../src/api/assay.js';
import { accessFaults } from '../../tools/faults/access/access.js';
import { useSteadyClock } from '../support/use-steady-clock.js';
import { startDemoService } from './assay.fixture.js';

useSteadyClock();

const rule = 'access/wrong-password-answers-401';
const bearer = 'Authorization: Bearer demo-full-7Qx2LmV9';

async function auditWith(headers: readonly string[], demo: Parameters<typeof startDemoService>[0]) {
  const { url } = await startDemoService({ ...demo, faults: accessFaults });
  const report = await assay({ baseUrl: url, env: {}, cwd: '/', cases: 1, seed: 1, only: [rule], headers });
  const { verdict } = report.results.find((one) => one.rule === rule) ?? {};
  return { verdict, shown: JSON.stringify(report) };
}

test('a token with another end is sent without a declaration, and never shown', async () => {
  const fault = 'end-of-a-token-is-not-compared';
  const { verdict, shown } = await auditWith([bearer], { dialect: ['access-bearer'], fault });
  expect(verdict).toBe('violated');
  expect(shown).toContain('-altered');
  expect(shown).not.toContain('demo-full-7Qx2');
});

test('a service that compares the whole token is held', async () => {
  expect((await auditWith([bearer], { dialect: ['access-bearer'] })).verdict).toBe('held');
  expect((await auditWith(['X-API-Key: demo-full-7Qx2LmV9'], { dialect: ['access-api-key'] })).verdict).toBe('held');
});

test('a password is never altered', async () => {
  const pair = Buffer.from('full-caller:demo-full-7Qx2LmV9').toString('base64');
  const fault = 'any-password-of-a-known-user-is-accepted';
  const { verdict } = await auditWith([`Authorization: Basic ${pair}`], { dialect: ['access-basic'], fault });
  expect(verdict).not.toBe('violated');
});
