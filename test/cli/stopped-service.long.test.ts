import { expect, test } from 'vitest';
import { described, listViolated, outageRule, runWithExec, runWithoutExec } from './stopping-service.fixture.js';

const reading = ['--collection', '/items', '--permit', 'reads', '--cases', '10'];

test('--exec starts a service again that a request stops, under reads', async () => {
  const run = await runWithExec('at an octet', reading);
  expect(run.code).toBe(1);
  expect(listViolated(run.report)).toEqual({ stopping: ['GET /items/{id}'], others: [] });
  const found = run.report.results.find(({ rule }) => rule === outageRule);
  expect(found?.evidence?.curl[0]).toMatch(/%FF'$/);
  expect(found?.evidence?.seenAgain).toMatch(/^([3-5]) of \1$/);
  expect(run.countStarts()).toBeLessThanOrEqual(6);
  expect(run.countStarts()).toBeGreaterThanOrEqual(5);
  const again = await run.replay();
  expect(again.stdout).toContain('still there: 1. MUST responses/no-request-stops-the-service');
  expect(again.code).toBe(1);
}, 120_000);

test.each(['', 'store.json'])(
  'and where its items are lost or kept (%s), none is left over',
  async (store) => {
    const run = await runWithExec('at nested arrays', described, { store });
    expect(run.code).toBe(1);
    expect(listViolated(run.report)).toEqual({ stopping: ['PUT /items/{id}'], others: [] });
    expect(run.countStarts()).toBeLessThanOrEqual(6);
    expect(run.report.leftovers).toEqual([]);
    if (store !== '') expect(run.readStore().items.map(({ id }) => id)).toEqual(['1', '2']);
  },
  120_000,
);

test('without --exec the first line is the request, and no rule held whose request had no answer', async () => {
  // With one request at a time there is one that was under way.
  const run = await runWithoutExec('at an octet', [...reading, '--concurrency', '1']);
  expect(run.code).toBe(3);
  expect(run.line).toMatch(/^curl -sS -i '\/items\/\w+%FF'$/);
  expect(run.report.run.endedEarly).toContain(`${run.report.run.stoppedBy} # the service no longer answers`);
  expect(run.text).toContain('let assay start the service: --exec COMMAND');
  expect(run.held).toEqual([]);
}, 120_000);
