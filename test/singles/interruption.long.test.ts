import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTestFolder, readRunReport, runAssay, startAssay } from '../cli/assay.fixture.js';
import { firstNotice, firstSettings, type SingleHook, startSingleService } from './single-service.fixture.js';

const only = ['--only', 'singles/*', '--seed', '3'];
const isOriginal = (state: { readonly settings: object }) =>
  JSON.stringify(state.settings) === JSON.stringify(firstSettings);

/** A run that gets a signal while the settings have another content, before the read of that content is answered. */
async function interrupt(signal: 'SIGKILL' | 'SIGINT', isAnswered: boolean) {
  let isDone = false;
  const hook: SingleHook = ({ method, path }, state) => {
    if (isDone || method !== 'GET' || path !== '/settings' || isOriginal(state)) return undefined;
    isDone = true;
    begun.child.kill(signal);
    return isAnswered ? undefined : 'hang';
  };
  const service = await startSingleService(hook);
  const cwd = createTestFolder();
  const begun = startAssay(cwd, ['run', service.url, ...only]);
  const ended = await begun.ended;
  const changed = { ...service.state };
  return { service, cwd, ended, changed };
}

const readLedgerLines = (cwd: string) =>
  readFileSync(join(cwd, 'reports/ledger.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('a run that was killed in the middle of a write', () => {
  test('has the original content in its ledger, and assay clean restores it', async () => {
    const { service, cwd, changed } = await interrupt('SIGKILL', false);
    expect(changed.settings).not.toEqual(firstSettings);
    const lines = readLedgerLines(cwd);
    expect(lines.find((line) => line.holds === '/settings')).toMatchObject({ original: firstSettings });
    const dry = await runAssay(cwd, ['clean', 'reports', '--dry-run']);
    expect([dry.code, dry.stdout]).toEqual([1, expect.stringContaining('to be restored  /settings')]);
    expect(service.state.settings).toEqual(changed.settings);
    const { code, stdout } = await runAssay(cwd, ['clean', 'reports']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('restored  /settings')]);
    expect(service.state).toEqual({ settings: firstSettings, notice: firstNotice });
    const again = await runAssay(cwd, ['clean', 'reports']);
    expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('nothing to do')]);
  });

  test('keeps its ledger when another run starts', async () => {
    const { service, cwd, changed } = await interrupt('SIGKILL', false);
    const next = await runAssay(cwd, ['run', service.url, '--permit', 'reads', ...only]);
    expect(next.stderr).toContain('ledger.ndjson still lists 1 test item');
    expect(service.state.settings).toEqual(changed.settings);
    expect((await runAssay(cwd, ['clean', 'reports'])).code).toBe(0);
    expect(service.state.settings).toEqual(firstSettings);
  });

  test('leaves a content alone that another client wrote since', async () => {
    const { service, cwd } = await interrupt('SIGKILL', false);
    const theirs = { theme: 'light', pageSize: 77, updates: true };
    service.state.settings = theirs;
    const { code, stdout } = await runAssay(cwd, ['clean', 'reports']);
    expect([code, service.state.settings]).toEqual([1, theirs]);
    expect(stdout).toMatch(
      /stays +\/settings: its content could not be restored: its content is not what this run wrote/,
    );
  });
});

test('an interrupted run restores the content before it ends', async () => {
  const { service, cwd, ended } = await interrupt('SIGINT', true);
  expect(ended.code).toBe(130);
  expect(service.state).toEqual({ settings: firstSettings, notice: firstNotice });
  expect(readRunReport(cwd).leftovers).toEqual([]);
  expect(readLedgerLines(cwd).some((line) => line.restored === '/settings')).toBe(true);
});
