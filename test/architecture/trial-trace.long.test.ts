import { execFileSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import type { TrialTrace } from '../../tools/trial-trace/main.js';
import { textOf } from './sources.fixture.js';

let trace: TrialTrace = {};
beforeAll(() => {
  trace = JSON.parse(execFileSync(process.execPath, ['dist/tools/trial-trace/main.js'], { encoding: 'utf8' }));
}, 60_000);

/** The files of one trial on the page, after those that plan it and before what reports it. */
const listed = (textOf('docs/architecture.md').split('\n## One trial')[1]?.split('\n## ')[0] ?? '')
  .split('\n')
  .flatMap((line) => /^\d+\. `(src\/run\/(?!run|try-all|schedule)[^`]+)`/.exec(line)?.[1] ?? []);

test('each file that the page names is entered by one trial', () => {
  expect(listed.length).toBeGreaterThan(5);
  expect(listed.filter((file) => trace[file] === undefined)).toEqual([]);
});

test('a trial stays short: few files, functions and calls', () => {
  const functions = Object.values(trace).flatMap((calls) => Object.values(calls));
  expect(Object.keys(trace).length).toBeLessThanOrEqual(120);
  expect(functions.length).toBeLessThanOrEqual(685);
  expect(functions.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(8_950);
});
