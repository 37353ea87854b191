import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTestFolder, hasReport, runAssay, startDemoService } from '../../../../test/cli/assay.fixture.js';
import { safeMethods, startRecordingService } from '../../../../test/cli/recording-service.fixture.js';
import { measuredCosts } from '../../../plan/rule-costs.js';
import { loadRuleSet } from '../../../rule-set/load-rule-set.js';

describe('assay run --plan', () => {
  test('sends only read requests', async () => {
    const { url, methods } = await startRecordingService();
    const cwd = createTestFolder();
    const { code, stdout, stderr } = await runAssay(cwd, ['run', '--plan', url, '--permit', 'floods']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(methods().filter((method) => !safeMethods.includes(method))).toEqual([]);
    expect(stdout).toMatch(/\n {2}things {2}\/things: \d+ trials\n {4}\w+ \d+, /);
    expect(stdout).toMatch(/Requests: about [\d,]+.*, at most 20,000 \(/);
    expect(hasReport(cwd)).toBe(false);
  });

  test('prints what each rule needs, and which permission is missing', async () => {
    const { url } = await startDemoService();
    const { stdout } = await runAssay(createTestFolder(), ['run', url, '--plan', '--permit', 'reads']);
    expect(stdout).toMatch(
      /\n {2}resources\[\]\.states +\d+ rules: the states of an item are not declared \[orders\]\n/,
    );
    expect(stdout).toMatch(/Not permitted:\n {2}--permit writes +\d+ rules/);
    expect(stdout.split('\n').length).toBeLessThanOrEqual(60);
  });

  test('lists the trials of the following run', async () => {
    const { url } = await startDemoService();
    const cwd = createTestFolder();
    const only = ['--only', 'safety/*'];
    await runAssay(cwd, ['run', url, '--plan', '--format', 'json', ...only]);
    const { places } = JSON.parse(readFileSync(join(cwd, 'reports/plan.json'), 'utf8'));
    await runAssay(cwd, ['run', url, '--quiet', '--seed', '1', ...only]);
    const { results } = JSON.parse(readFileSync(join(cwd, 'reports/report.json'), 'utf8'));
    const names = (all: readonly { rule: string; subject: string }[]) =>
      all.map(({ rule, subject }) => `${rule} @ ${subject}`).sort();
    const tried = results.filter(({ verdict }: { verdict: string }) => !/^not-/.test(verdict));
    expect(names(places.flatMap(({ trials }: { trials: [] }) => trials))).toEqual(names(tried));
  });

  test('counts no requests without a trial', async () => {
    const { url } = await startRecordingService();
    const { stdout } = await runAssay(createTestFolder(), ['run', url, '--plan', '--only', 'throttling/*']);
    expect(stdout).toContain('at most 0 (no checks planned)');
  });

  test('keeps to a rate limit', async () => {
    const { url } = await startRecordingService();
    const slow = ['--rate', '2', '--max-time', '30'];
    const { stdout } = await runAssay(createTestFolder(), ['run', url, '--plan', ...slow]);
    expect(stdout).toContain('at most 60 (2 per second for 30 seconds)');
  });

  test.each([
    [['run', 'http://127.0.0.1:1', '--plan'], 3, 'cannot be reached'],
    [['run', '--plan'], 2, 'base URL: is missing'],
  ])('exits for %j with %i', async (args, expected, message) => {
    const { code, stderr } = await runAssay(createTestFolder(), args);
    expect({ code, stderr }).toEqual({ code: expected, stderr: expect.stringContaining(message) });
  });
});

test('has a measured cost for each rule', async () => {
  const ids = (await loadRuleSet()).rules.map(({ id }) => id);
  expect(Object.keys(measuredCosts).sort()).toEqual([...ids].sort());
});
