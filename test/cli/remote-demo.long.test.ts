import { expect, test } from 'vitest';
import { createTestFolder, readRunReport, runAssay } from './assay.fixture.js';
import { argsForRemoteDemo as argsFor, startRemoteDemo, unsafe } from './remote-demo.fixture.js';

/** The text on standard error before the first write. */
const plan =
  /^Before the first write to http:\/\/shop\.example, which is another machine:\n {2}permission +deletes \(.*\)\n/m;

test('only reads from another machine by default', async () => {
  const there = await startRemoteDemo();
  const cwd = createTestFolder();
  const { code, stderr } = await runAssay(cwd, argsFor(there));
  expect(there.relay.methods()).toContain('GET');
  expect(there.relay.methods().join()).not.toMatch(unsafe);
  expect(stderr).not.toContain('Before the first write');
  const { results } = readRunReport(cwd);
  const makes = results.filter(({ rule }) => rule === 'creation/valid-post-answers-201');
  expect(makes.map(({ verdict, cause }) => [verdict, cause])).toEqual([['not-run', 'permission']]);
  expect(code).not.toBe(130);
});

test.each([[[]], [['--yes']]])('prints the plan and asks no question when there is no terminal: %j', async (flags) => {
  const there = await startRemoteDemo();
  const { stderr, stdout } = await runAssay(createTestFolder(), argsFor(there, '--permit', 'deletes', ...flags));
  expect(stderr).toMatch(plan);
  expect(stdout).not.toContain('Before the first write');
  expect(stderr).not.toContain('[y/N]');
  expect([there.relay.methods().includes('POST'), there.remainingOrders()]).toEqual([true, 0]);
});

test('never has more test items on another machine than limits.maxLive', async () => {
  const there = await startRemoteDemo();
  const cwd = createTestFolder();
  const { stderr } = await runAssay(cwd, argsFor(there, '--permit', 'deletes', '--max-live', '2'));
  expect(stderr).toMatch(/test items +at most 1,000 created, at most 2 at once; all are removed at the end/);
  expect([there.maxOrders(), there.remainingOrders(), readRunReport(cwd).leftovers]).toEqual([2, 0, []]);
});
