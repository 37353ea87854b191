import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { createTestResult, createTestViolation } from '../../model/result/report.fixture.js';
import type { Result } from '../../model/result/report.js';
import { countColumns } from '../../report/text/fit-width.js';
import { drawProgress } from './draw-progress.js';
import { renderExchange } from './exchange-lines.js';
import { createPlainReporter } from './plain-lines.js';
import { createProgress, type Progress, recordRequest, recordResult, recordTrialStart } from './progress-state.js';

const start = createProgress({ baseUrl: 'http://127.0.0.1:3000', maxRequests: 2000, maxSeconds: 600, begunMs: 0 });
const check = (rule: string, subject = 'orders') => ({ rule, subject });
const violation = (changes: Partial<Result> = {}) =>
  createTestViolation({ rule: 'a/b', ...changes }, { summary: 'it did not' });
const policy = { strict: false };
const wide = { columns: 80, rows: 24, color: false };

/** Twenty trials, one of them running. */
function halfway(): Progress {
  let progress = start;
  for (let i = 0; i < 11; i += 1) progress = recordTrialStart(progress, check(`safety/rule-${i}`), 20, 1_000);
  for (let i = 0; i < 10; i += 1) {
    const verdict = i === 3 ? 'violated' : i === 4 ? 'inconclusive' : 'held';
    progress = recordResult(progress, createTestResult({ rule: `safety/rule-${i}`, verdict }), i + 1, 20);
  }
  return { ...progress, requests: 120 };
}

test('shows the survey and the calibration before the first trial', () => {
  expect(drawProgress(start, 400, wide)).toEqual([
    'assay reading the service at http://127.0.0.1:3000',
    '0 requests of 2000, 0 s of 10 min',
  ]);
  const learning = recordRequest(recordRequest(start, 'survey'), 'setup');
  expect(drawProgress(learning, 2_000, wide)[0]).toBe('assay calibrating request bodies at http://127.0.0.1:3000');
  expect(learning.requests).toBe(2);
});

test('shows verdicts, requests, remaining time, and running trials', () => {
  expect(drawProgress(halfway(), 11_000, wide)).toEqual([
    '[============------------] 10 of 20  1 violated, 1 inconclusive, 8 held',
    '120 requests of 2000, 11 s of 10 min, about 10 s left',
    'safety/rule-10 [orders]',
  ]);
});

test('the remaining time is never more than the budget', () => {
  expect(drawProgress({ ...halfway(), maxSeconds: 12 }, 11_000, wide)[1]).toContain('about 1 s left');
});

test.each([
  [80, 24, 3],
  [40, 15, 3],
  [12, 4, 2],
  [80, 2, 1],
])('draws on %i columns and %i rows %i lines, each shorter than a row', (columns, rows, lines) => {
  const name = `日本語/${'长'.repeat(60)}`;
  const progress = recordTrialStart(recordTrialStart(halfway(), check(name), 20, 0), check('a/b'), 20, 0);
  const drawn = drawProgress({ ...progress, running: progress.running.slice(1) }, 11_000, {
    columns,
    rows,
    color: true,
  });
  expect(drawn).toHaveLength(lines);
  for (const line of drawn) expect(countColumns(stripVTControlCharacters(line))).toBeLessThan(columns);
});

test('shows the cleanup of an interrupted run, without a remaining time', () => {
  const [state, spending] = drawProgress({ ...halfway(), isInterrupted: true }, 11_000, wide);
  expect(state).toBe('assay interrupted: removing created items, 10 of 20 done');
  expect(spending).not.toContain('left');
});

test('escapes control characters in names of the service', () => {
  const hostile = 'x\x1b[2J\n\u202ey';
  const drawn = drawProgress(recordTrialStart(start, check('a/b', hostile), 1, 0), 0, wide).join('|');
  expect(drawn).toContain(String.raw`a/b [x\x1b[2J\n\u202ey]`);
  const heard = {
    n: 7,
    role: undefined,
    request: { method: 'GET', url: `http://127.0.0.1:3000/${hostile}`, headers: {} },
    end: { ms: 3.4, answer: { status: 200, headers: {}, content: hostile } },
  };
  const line = renderExchange(heard, { baseUrl: start.baseUrl, color: false, width: 60, isFull: true });
  expect(line).toBe(
    `     7  GET /${String.raw`x\x1b[2J\n\u202ey`} → 200  3 ms\n        came ${String.raw`x\x1b[2J\n\u202ey`}`,
  );
});

test('cuts the line of an exchange to the width, but not its status', () => {
  const heard = {
    n: 12,
    role: undefined,
    request: { method: 'GET', url: `http://127.0.0.1:3000/${'long'.repeat(40)}`, headers: {} },
    end: { ms: 1, silence: 'ECONNRESET' },
  };
  const line = renderExchange(heard, { baseUrl: start.baseUrl, color: false, width: 50, isFull: false });
  expect(countColumns(line)).toBe(50);
  expect(line).toMatch(/… → no response: ECONNRESET {2}1 ms$/);
});

test('prints the beginning, each violation, and the progress after a pause to a log', () => {
  const lines: string[] = [];
  const teller = createPlainReporter((line) => lines.push(line), policy);
  teller.reportStart(start);
  teller.reportPlan(halfway());
  teller.reportResult(createTestResult());
  teller.reportResult(violation());
  teller.reportProgress(halfway(), 29_000);
  teller.reportProgress(halfway(), 31_000);
  teller.reportProgress(halfway(), 32_000);
  expect(lines).toEqual([
    'reading http://127.0.0.1:3000 (at most 2000 requests and 10 min)',
    '20 checks to run, 120 requests sent so far',
    'violated MUST convention a/b [orders]: it did not (fails the run)',
    '10 of 20 checks, 1 violated, 1 inconclusive, 8 held, 120 requests, 31 s elapsed, now safety/rule-10 [orders]',
  ]);
});

const waived = { reason: 'legacy', owner: 'team a', until: '2026-02-01' };

test.each<[Partial<Result>, string]>([
  [{ level: 'SHOULD' }, 'SHOULD convention a/b [orders]: it did not (does not fail the run)'],
  [{ level: 'MAY' }, 'MAY convention a/b [orders]: it did not (does not fail the run)'],
  [{ family: 'http' }, 'MUST http a/b [orders]: it did not (does not fail the run)'],
  [{ stage: 'provisional' }, 'MUST convention a/b [orders]: it did not (does not fail the run: provisional)'],
  [{ stage: 'provisional', severity: 'error' }, 'MUST convention a/b [orders]: it did not (fails the run)'],
  [{ severity: 'warn' }, 'MUST convention a/b [orders]: it did not (does not fail the run: a warning by the profile)'],
  [
    { waived },
    'MUST convention a/b [orders]: it did not (does not fail the run: waived: legacy, owner team a, until 2026-02-01)',
  ],
])('says what a violation with %j means for the run', (changes, expected) => {
  const lines: string[] = [];
  createPlainReporter((line) => lines.push(line), policy).reportResult(violation(changes));
  expect(lines).toEqual([`violated ${expected}`]);
});

test('says what fails the run with --fail-on, and nothing where that is decided later', () => {
  const lines: string[] = [];
  const found = violation({ family: 'http' });
  for (const one of [{ strict: true }, { strict: false, failOn: ['must', 'http'] }, undefined])
    createPlainReporter((line) => lines.push(line), one).reportResult(found);
  const line = 'violated MUST http a/b [orders]: it did not';
  expect(lines).toEqual([`${line} (fails the run)`, `${line} (fails the run)`, line]);
});

test('limits the number of violations in a log', () => {
  const lines: string[] = [];
  const teller = createPlainReporter((line) => lines.push(line), policy);
  for (let i = 0; i < 100; i += 1) teller.reportResult(violation({ rule: `a/${i}` }));
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('further violations are listed in the report only');
});
