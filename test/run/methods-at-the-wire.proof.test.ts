import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { audit } from '../../src/audit.js';
import { writeDialectProfile } from '../../src/cli/commands/demo/demo-profile.js';
import type { Permission } from '../../src/model/permission.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { createTestFolder, startDemoService } from '../cli/assay.fixture.js';
import { startRelay } from '../cli/relay.fixture.js';
import { useSteadyClock } from '../support/use-steady-clock.js';

useSteadyClock();

const dialect = ['put-creates', 'etags', 'unique-reference'];

/** Audits the demo with all rules, and returns the requests that arrived. */
async function auditAtTheWire(resource: object, permit: Permission = 'deletes') {
  const demo = await startDemoService({ dialect });
  const cwd = createTestFolder();
  const files = {
    tape: join(cwd, 'tape.ndjson'),
    ledger: join(cwd, 'ledger.ndjson'),
    report: join(cwd, 'report.json'),
  };
  const relay = await startRelay(demo.url);
  const file = writeDialectProfile(dialect, cwd);
  const { resources, ...others } = JSON.parse(readFileSync(file, 'utf8'));
  const profile = JSON.stringify({ ...others, resources: [{ ...resources[0], ...resource }] });
  const folder = createTestFolder({ 'assay.json': profile });
  const flags = { baseUrl: relay.url, file: 'assay.json', cwd: folder, env: {}, permit, cases: 3, maxLeft: 1_000 };
  const report = await audit(await loadProfile(flags), { seed: 1, files });
  return { methods: relay.methods(), report };
}

describe('no rule sends a method that is switched off', () => {
  test.each([
    ['PUT', 'replace'],
    ['PATCH', 'patch'],
    ['DELETE', 'delete'],
  ])('%s', async (method, key) => {
    const { methods, report } = await auditAtTheWire({ [key]: false });
    expect(methods).not.toContain(method);
    expect(methods).toContain('POST');
    expect(report.results.filter(({ verdict }) => verdict === 'errored')).toEqual([]);
  });
});

test('no rule sends DELETE with the permission to write only', async () => {
  const { methods, report } = await auditAtTheWire({}, 'writes');
  expect(methods).not.toContain('DELETE');
  expect(report.results.filter(({ verdict }) => verdict === 'errored')).toEqual([]);
});
