import { expect, test } from 'vitest';
import { described, listViolated, runWithExec, runWithoutExec, type Stop } from './stopping-service.fixture.js';

const reading = ['--collection', '/items', '--permit', 'reads', '--cases', '10'];

test.each<[Stop, string]>([
  ['after 40 requests', 'service.mjs'],
  ['after each write', 'service.mjs'],
  ['after each write', 'supervisor.mjs'],
])(
  '--exec finds no violation where a service ends by design: %s, %s',
  async (stop, script) => {
    const run = await runWithExec(stop, described, { script });
    expect(listViolated(run.report)).toEqual({ stopping: [], others: [] });
    if (script === 'service.mjs') expect(run.countStarts()).toBeLessThanOrEqual(6);
  },
  300_000,
);

test.each<[Stop, RegExp, readonly string[]]>([
  ['at odd queries', /^curl -sS -i /, reading],
  ['at HEAD', /^curl -sS -i --head '\/items/, [...reading, '--concurrency', '1']],
  ['at nested arrays', /^curl -sS -i -X PUT '\/items\/\d+' /, described],
  ['after 40 requests', /^curl -sS -i /, described],
  ['after each write', /^curl -sS -i /, described],
])(
  'without --exec no rule held whose request had no answer: %s',
  async (stop, line, args) => {
    const run = await runWithoutExec(stop, args);
    expect(run.code).toBe(3);
    expect(run.line).toMatch(line);
    expect(run.held).toEqual([]);
    expect(listViolated(run.report)).toEqual({ stopping: [], others: [] });
  },
  120_000,
);
