import { expect, test } from 'vitest';
import {
  createSampleExchange,
  createSampleResult,
  createSampleViolation,
} from '../../../test/report-samples/sample-result.js';
import { emptyReport, hostile, interruptedReport, sound, troubled } from '../../../test/report-samples/samples.js';
import type { Report } from '../../model/result/report.js';
import { render } from '../render.js';
import { fingerprintResult } from '../results/result-identity.js';
import { githubLimits, writeFullSarif } from './write-sarif.js';

interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly kind: string;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly suppressions?: readonly { readonly justification: string }[];
  readonly webRequest?: { readonly method: string };
}

interface Run {
  readonly results: readonly SarifResult[];
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string; readonly helpUri?: string }[] } };
  readonly invocations: readonly {
    readonly executionSuccessful: boolean;
    readonly toolExecutionNotifications: readonly unknown[];
  }[];
}

const runOf = (report: Report, format = 'sarif', root?: string): Run =>
  JSON.parse(render(report, format, root === undefined ? {} : { root })).runs[0];
const ruleOf = (report: Report, rule: string, format?: string) =>
  runOf(report, format).results.find(({ ruleId }) => ruleId === rule);
const strict: Report = { ...troubled, run: { ...troubled.run, strict: true } };

test.each([
  ['a violated MUST', 'safety/get-does-not-change-the-item', 'error', 'error'],
  ['a violated SHOULD', 'responses/problem-details', 'warning', 'error'],
  ['a violated MAY', 'links/has-next-actions', 'note', 'note'],
  ['a violated duty of HTTP alone', 'caching/etag-is-quoted', 'warning', 'error'],
  ['a violated provisional rule', 'replay/same-key-same-answer', 'note', 'note'],
])('%s has the severity of the gate', (_, rule, usually, strictly) => {
  expect(ruleOf(troubled, rule)).toMatchObject({ kind: 'fail', level: usually });
  expect(ruleOf(strict, rule)).toMatchObject({ kind: 'fail', level: strictly });
});

test('only violations without a waiver become alerts', () => {
  expect(runOf(sound).results).toEqual([]);
  expect(runOf(emptyReport).results).toEqual([]);
  expect(runOf(troubled).results.every(({ kind, suppressions }) => kind === 'fail' && !suppressions)).toBe(true);
  expect(ruleOf(troubled, 'conflict/stale-write-is-refused')).toBeUndefined();
});

test('the full file has every verdict with its kind, and waived ones as suppressed', () => {
  const { results } = runOf(troubled, 'sarif-full');
  expect(results).toHaveLength(troubled.results.length);
  const kindOf = (rule: string) => ruleOf(troubled, rule, 'sarif-full')?.kind;
  expect(kindOf('creation/created-item-is-readable')).toBe('pass');
  expect(kindOf('pagination/no-item-twice')).toBe('open');
  expect(kindOf('actions/is-readable')).toBe('notApplicable');
  expect(results.filter(({ kind }) => kind !== 'fail').every(({ level }) => level === 'none')).toBe(true);
  expect(ruleOf(troubled, 'conflict/stale-write-is-refused', 'sarif-full')).toMatchObject({
    level: 'error',
    suppressions: [{ kind: 'external', status: 'accepted', justification: expect.stringContaining('known, ORD-7') }],
  });
});

test('a finding keeps its fingerprint for a rule and subject with any case', () => {
  const drawn = createSampleViolation(
    { requests: 7 },
    { case: 'another', exchanges: [], summary: 'told in other words' },
  );
  const [one] = runOf({ ...troubled, results: [createSampleViolation()] }).results;
  const [other] = runOf({ ...troubled, seed: 7, results: [drawn] }).results;
  expect(other?.partialFingerprints).toEqual(one?.partialFingerprints);
  expect(one?.partialFingerprints.primaryLocationLineHash).toBe(`${fingerprintResult(drawn)}:1`);
  const [third] = runOf({ ...troubled, results: [createSampleViolation({ subject: 'customers' })] }).results;
  expect(third?.partialFingerprints).not.toEqual(one?.partialFingerprints);
});

test('each result leads to its rule, and a rule to the section it comes from', () => {
  for (const format of ['sarif', 'sarif-full']) {
    const { results, tool } = runOf(troubled, format);
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
  }
  const safety = runOf(troubled).tool.driver.rules.find(({ id }) => id.startsWith('safety/'));
  expect(safety?.helpUri).toBe('https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1');
});

test('a message says what was seen, what was promised, and how to reproduce', () => {
  expect(ruleOf(troubled, 'safety/get-does-not-change-the-item')?.message.text).toBe(
    [
      'GET changed the item it read [customers]',
      'Rule: GET leaves the item as it was (SAFE-1)',
      '/views: expected 0, actual 2',
      'POST /orders → 201',
      'GET /orders/7 → 200',
      'GET /orders/7 → 200',
      'Reproduce: assay replay reports/report.json 1',
    ].join('\n'),
  );
});

test('text of a service is neither a link nor a placeholder', () => {
  const summary = '[gate](https://evil.example) {0} {{1}}';
  const [result] = runOf({ ...troubled, results: [createSampleViolation({}, { summary })] }).results;
  expect(result?.message.text.split('\n')[0]).toBe('[gate] (https://evil.example) {{0}} {{{{1}}}} [orders]');
  const long = createSampleViolation({}, { summary: `${'x'.repeat(297)}{{{{` });
  const cut = runOf({ ...troubled, results: [long] }).results[0]?.message.text ?? '';
  expect((cut.match(/\{/g) ?? []).length % 2).toBe(0);
});

test('inconclusive checks, internal errors and an early end are notifications', () => {
  const notes = JSON.stringify(runOf(troubled).invocations[0]?.toolExecutionNotifications);
  for (const part of [
    'POST /orders answered 503',
    'TypeError: x is undefined',
    'it floods',
    'collections.orders.body',
  ]) {
    expect(notes).toContain(part);
  }
  expect(runOf(troubled).invocations[0]?.executionSuccessful).toBe(false);
  expect(runOf(sound).invocations[0]?.executionSuccessful).toBe(true);
  expect(JSON.stringify(runOf(interruptedReport).invocations)).toContain('the run ended early: interrupted');
});

test('reports an unsuccessful execution when no rule was decided, or the run ended early', () => {
  const closed = (exit: 3 | 4): Report => ({ ...sound, gate: { open: false, reasons: ['it was lost'], exit } });
  for (const report of [emptyReport, closed(3), closed(4)]) {
    const [invocation] = runOf(report).invocations;
    expect(invocation?.executionSuccessful).toBe(false);
    expect(JSON.stringify(invocation?.toolExecutionNotifications)).toContain('the run failed: ');
  }
  expect(JSON.stringify(runOf(sound).invocations)).not.toContain('the run failed');
});

test('the full file has the exchange, without control characters', () => {
  expect(ruleOf(troubled, 'safety/get-does-not-change-the-item', 'sarif-full')?.webRequest?.method).toBe('GET');
});

test('has no category of its own', () => {
  for (const format of ['sarif', 'sarif-full']) expect(runOf(troubled, format)).not.toHaveProperty('automationDetails');
});

test('limits are those of GitHub', () => {
  expect(githubLimits).toEqual({ results: 25_000, rules: 5_000, octets: 9_500_000 });
});

test('a too large file omits exchanges first, and then the least serious results', () => {
  const exchanges = [
    createSampleExchange({ request: { method: 'PUT', url: 'http://a/', headers: {}, content: 'x'.repeat(2000) } }),
  ];
  const heavy = Array.from({ length: 60 }, (_, index) =>
    createSampleViolation({ subject: `s${index}` }, { exchanges }),
  );
  const light = createSampleResult({ rule: 'creation/created-item-is-readable' });
  const report = { ...troubled, results: [light, ...heavy] };
  const within = (octets: number) => {
    const text = writeFullSarif(report, undefined, { ...githubLimits, octets });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(octets);
    return JSON.parse(text).runs[0] as Run;
  };
  expect(within(1_000_000).results.filter(({ webRequest }) => webRequest)).toHaveLength(60);
  expect(within(120_000).results).toHaveLength(61);
  expect(within(120_000).results.filter(({ webRequest }) => webRequest)).toEqual([]);
  const { results, invocations } = within(50_000);
  expect(results.length).toBeGreaterThan(10);
  expect(results.every(({ kind }) => kind === 'fail')).toBe(true);
  expect(JSON.stringify(invocations)).toContain(`${61 - results.length} results omitted`);
});

test('has at most the allowed number of results and rules, the most serious first, and counts the rest', () => {
  const many = Array.from({ length: 60 }, (_, index) =>
    createSampleResult({ rule: `a/r${index % 30}`, subject: `s${index}` }),
  );
  const grave = createSampleViolation({ rule: 'a/r29', subject: hostile });
  const limits = { results: 20, rules: 10, octets: 1_000_000 };
  const { results, tool, invocations } = JSON.parse(
    writeFullSarif({ ...sound, results: [...many, grave] }, undefined, limits),
  ).runs[0] as Run;
  expect(tool.driver.rules).toHaveLength(10);
  expect(results).toHaveLength(10);
  expect(results[0]).toMatchObject({ ruleId: 'a/r29', ruleIndex: 0, kind: 'fail' });
  expect(JSON.stringify(invocations)).toContain('51 results omitted');
});
