import { expect, test } from 'vitest';
import {
  createTestFolder,
  readRunReport,
  runAssay,
  runAssayProcess,
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

test('assay clean exits with 3 during a network failure, and removes all items after it', async () => {
  const demo = await startDemoService();
  const relayed = await startCuttableProxy(demo.url, (_, n) => {
    if (n === 150) relayed.cut();
  });
  const cwd = createTestFolder();
  const ended = await runAssay(cwd, ['run', relayed.url, ...few, '--concurrency', '8']);
  expect(ended.code).toBe(3);
  expect(demo.orders()).toBeGreaterThan(0);
  expect(readRunReport(cwd).leftovers.length).toBeGreaterThanOrEqual(demo.orders());
  expect(ended.stdout).toMatch(
    /^\d+ test items? may still exist\. To remove (it|them): assay clean reports\/ledger\.ndjson/m,
  );
  const silent = await runAssay(cwd, ['clean', 'reports/ledger.ndjson']);
  expect([silent.code, silent.stderr]).toEqual([3, expect.stringContaining('cannot be reached')]);
  await relayed.restore();
  const { code, stdout } = await runAssayProcess(cwd, ['clean', 'reports/ledger.ndjson']);
  expect([code, demo.orders(), stdout]).toEqual([0, 0, expect.stringContaining('nothing stays')]);
});
