import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import {
  createTestFolder,
  readRunReport,
  runAssay,
  startAssay,
  startDemoService,
} from '../../../../test/cli/assay.fixture.js';
import { startCuttableProxy } from '../../../../test/cli/cut-connection.fixture.js';

/** Checks whose items have markers: without one, an item that a killed run did not see created is known by its content only. */
const few = [
  '--cases',
  '1',
  '--seed',
  '5',
  '--only',
  'creation/*',
  'idempotency/*',
  'safety/*',
  '--except',
  'creation/valid-post-answers-201',
];

/** A run that was killed in the moment in which the next creation arrived, after so many requests. */
async function killed(after = 150) {
  const demo = await startDemoService();
  const cwd = createTestFolder();
  const relayed = await startCuttableProxy(demo.url, ({ method }, n) => {
    if (n > after && method === 'POST' && demo.orders() > 0) begun.child.kill('SIGKILL');
  });
  const begun = startAssay(cwd, ['run', relayed.url, ...few]);
  await begun.ended;
  await relayed.settle();
  return { demo, cwd };
}

describe('assay clean', () => {
  test('only lists items in a dry run; a later run keeps the old ledger; a folder is cleaned with all its ledgers', async () => {
    const { cwd, demo } = await killed();
    const standing = demo.orders();
    const dry = await runAssay(cwd, ['clean', 'reports', '--dry-run', '--format', 'json']);
    expect([dry.code, demo.orders()]).toEqual([1, standing]);
    expect(JSON.parse(dry.stdout).ledgers).toMatchObject([{ isDry: true, baseUrl: expect.any(String) }]);
    const next = await runAssay(cwd, ['run', demo.url, ...few, '--only', 'creation/created-item-is-readable']);
    expect(next.stderr).toMatch(
      /still lists \d+ test items? of the run of .* is kept as reports\/ledger-[0-9a-f]{8}\.ndjson/,
    );
    expect(readdirSync(join(cwd, 'reports')).filter((name) => name.startsWith('ledger'))).toHaveLength(2);
    const { code } = await runAssay(cwd, ['clean', 'reports', '--base-url', demo.url]);
    expect([code, demo.orders()]).toEqual([0, 0]);
  });

  test.each<[string, string | undefined, string]>([
    ['is not there', undefined, 'no such file'],
    ['is no ledger', 'hello\n', 'is not an assay ledger'],
    ['is that of another version', '{"schema":"assay-ledger/9"}\n', 'this version of assay reads assay-ledger/1'],
  ])('exits with 2 for a file that %s', async (_, text, why) => {
    const cwd = createTestFolder(text === undefined ? {} : { 'a.ndjson': text });
    const { code, stderr } = await runAssay(cwd, ['clean', 'a.ndjson']);
    expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
  });

  test('removes nothing for a run that was killed before it wrote a line', async () => {
    const cwd = createTestFolder({ 'ledger.ndjson': '' });
    writeFileSync(join(cwd, 'ledger-two.ndjson'), '{"schema":"assay-le');
    const { code, stdout } = await runAssay(cwd, ['clean', '.']);
    expect([code, stdout.match(/nothing to do/g)?.length]).toEqual([0, 2]);
  });
});

test('writes the report and cleans up when standard output is closed early', async () => {
  const demo = await startDemoService();
  const cwd = createTestFolder();
  const { child, ended } = startAssay(cwd, ['run', demo.url, ...few, '--only', 'creation/*']);
  child.stdout?.destroy();
  const { code, stderr } = await ended;
  const complaints = stderr.split('\n').filter((line) => !/^(assay: (reading|\d+ checks to run)|$)/.test(line));
  expect([code, complaints, demo.orders()]).toEqual([0, [], 0]);
  expect(readRunReport(cwd).complete).toBe(true);
});

test('a second interruption prints what may still exist, and how to remove it', async () => {
  const demo = await startDemoService();
  let isHeld = false;
  const relayed = await startCuttableProxy(demo.url, ({ method }, n) => {
    if (n < 150 || isHeld || method !== 'DELETE') return;
    isHeld = true;
    begun.child.kill('SIGINT');
    relayed.hold(true);
  });
  const cwd = createTestFolder();
  const begun = startAssay(cwd, ['run', relayed.url, ...few]);
  await vi.waitUntil(() => begun.complaints().includes('interrupted'), { interval: 5, timeout: 200_000 });
  begun.child.kill('SIGINT');
  const { code, stderr } = await begun.ended;
  expect(code).toBe(130);
  expect(stderr).toMatch(
    /stopped immediately; \d+ test items? may still exist\. To remove (it|them): assay clean reports\/ledger\.ndjson/,
  );
  relayed.hold(false);
  expect([(await runAssay(cwd, ['clean', 'reports'])).code, demo.orders()]).toEqual([0, 0]);
});
