import { describe, expect, test } from 'vitest';
import {
  createTestReport,
  createTestResult,
  createTestShardReport,
  createTestViolation,
} from '../../model/result/report.fixture.js';
import type { RecordedExchange, Report, Result } from '../../model/result/report.js';
import { mergeReports, mergeRequests, type ReportPart } from './merge.js';
import { findMergeObstacles } from './merge-obstacles.js';

const others = (shard: number, changes: Partial<Result> = {}) =>
  createTestResult({
    verdict: 'not-run',
    cause: 'filter',
    why: `in shard ${shard}`,
    shard,
    cases: 0,
    requests: 0,
    ...changes,
  });

/** Two shards: the first has rules a and b, the second c, which assumes a. */
const first = createTestShardReport(1, 2, {
  results: [createTestResult({ rule: 'a' }), createTestViolation({ rule: 'b' }), others(2, { rule: 'c' })],
});
const second = createTestShardReport(2, 2, {
  results: [createTestResult({ rule: 'a', shard: 1 }), others(1, { rule: 'b' }), createTestResult({ rule: 'c' })],
});
const partsOf = (...reports: readonly Report[]): ReportPart[] =>
  reports.map((report, index) => ({ name: `${index + 1}.json`, report }));
const merged = (...reports: readonly Report[]) => mergeReports(partsOf(...reports), 'all/report.json');
const gist = ({ results }: Report) => results.map(({ rule, subject, verdict }) => `${rule} ${subject} ${verdict}`);

const failures = 'responses/no-request-fails-each-time';
const failing = (method: string, url: string, status: number): RecordedExchange => ({
  n: 1,
  request: { method, url, headers: {} },
  answer: { status, headers: {}, ms: 1 },
});
const failingShards = (method: string, url: string, status: number) => {
  const own = createTestViolation({ rule: failures, subject: 'PATCH /orders/{id}' }, { exchanges: [] });
  const shown = createTestViolation({ rule: 'c' }, { exchanges: [failing(method, url, status)] });
  return [
    createTestShardReport(1, 2, { results: [own, others(2, { rule: 'c' })] }),
    createTestShardReport(2, 2, { results: [others(1, { rule: failures, subject: 'PATCH /orders/{id}' }), shown] }),
  ];
};

test.each<[string, string, number, string]>([
  ['PATCH', 'http://127.0.0.1:1/api/orders/7?a=1', 500, 'inconclusive'],
  ['PATCH', 'http://127.0.0.1:1/api/orders/7', 422, 'violated'],
  ['PUT', 'http://127.0.0.1:1/api/orders/7', 500, 'violated'],
  ['PATCH', 'http://127.0.0.1:1/api/orders/7/payment', 500, 'violated'],
])('a failure that another shard shows is one violation: %s %s %i', (method, url, status, verdict) => {
  const { results, gate } = merged(...failingShards(method, url, status));
  const found = results.find(({ rule }) => rule === failures);
  expect([found?.verdict, found?.cause]).toEqual([verdict, verdict === 'violated' ? undefined : 'assumption:c']);
  expect(gate.exit).toBe(1);
});

describe('merged shards', () => {
  test('have each result of the shard to which it belongs, in any order', () => {
    const verdicts = ['a orders held', 'b orders violated', 'c orders held'];
    expect(gist(merged(first, second))).toEqual(verdicts);
    expect(gist(merged(second, first))).toEqual(verdicts);
    expect(merged(second, first)).toEqual(merged(first, second));
  });

  test('are a whole run with the number of shards', () => {
    const whole = merged(first, second);
    expect(whole.run).not.toHaveProperty('shard');
    expect(whole.run.shards).toBe(2);
    expect(whole.results.filter((result) => 'shard' in result)).toEqual([]);
    expect(Object.keys(whole).at(-1)).toBe('complete');
  });

  test('have new numbers of violations, and name the tape of the exchanges', () => {
    const also = createTestShardReport(2, 2, { results: [createTestViolation({ rule: 'c' })] });
    const [b, c] = merged(first, also).results.filter(({ verdict }) => verdict === 'violated');
    expect([b?.evidence?.replay, c?.evidence?.replay]).toEqual([
      'assay replay all/report.json 1',
      'assay replay all/report.json 2',
    ]);
    expect(c?.notes).toEqual(['its exchange numbers refer to the tape of shard 2']);
  });

  test('add up requests and durations, begin with the first, and keep all leftovers and notes once', () => {
    const omission = { what: 'document', about: 'http://x/api', why: 'is empty', enable: '--openapi' } as const;
    const note = { collections: [], contradictions: [], notes: ['seen'], omissions: [omission] };
    const leftovers = [{ url: 'http://x/1', why: '405' }];
    const one = { ...first, requests: 10, durationMs: 5, startedAt: '2024-06-15T02:00:00Z', survey: note, leftovers };
    const two = { ...second, requests: 7, durationMs: 4, startedAt: '2024-06-15T01:00:00Z', survey: note, leftovers };
    const { requests, durationMs, startedAt, survey, ...whole } = merged(one, two);
    expect([requests, durationMs, startedAt]).toEqual([17, 9, '2024-06-15T01:00:00Z']);
    expect(survey).toMatchObject({ notes: ['seen'], omissions: [omission] });
    expect(whole.leftovers).toEqual(leftovers);
  });

  test('have a violation of any shard, and note that another one did not find it', () => {
    const seen = createTestShardReport(2, 2, { results: [createTestViolation({ rule: 'a', shard: 1 })] });
    const [a] = merged(first, seen).results;
    expect(a).toMatchObject({ rule: 'a', verdict: 'violated' });
    expect(a?.notes).toContain('in shard 1, it was held');
  });

  test.each<[string, Partial<Result>, string]>([
    ['an inconclusive result of an assumed rule changes nothing', { verdict: 'inconclusive', cause: 'setup' }, 'held'],
    ['nor does what was only rested on and held', {}, 'held'],
  ])('%s', (_, changes, verdict) => {
    const rested = createTestShardReport(2, 2, { results: [createTestResult({ rule: 'a', shard: 1, ...changes })] });
    expect(merged(first, rested).results[0]?.verdict).toBe(verdict);
  });

  test('fail when each shard left a check to the other', () => {
    const [left] = [others(2, { rule: 'd' })];
    const whole = merged({ ...first, results: [...first.results, left] }, second);
    const d = whole.results.find(({ rule }) => rule === 'd');
    expect(d).toMatchObject({ verdict: 'inconclusive', why: expect.stringContaining('shard 2 was to check it') });
  });

  test('compute the coverage of a clause from all shards', () => {
    const clauses = [
      { clause: 'SAFE-01', sentence: 'S', level: 'MUST', source: '§1', verdict: 'held', rules: [] } as const,
    ];
    const [clause] = merged({ ...first, coverage: { clauses } }, second).coverage.clauses;
    expect(clause).toMatchObject({ clause: 'SAFE-01', verdict: 'violated', rules: ['a', 'b', 'c'] });
  });
});

describe('the gate of the whole', () => {
  test('is computed again', () => {
    expect(merged(first, second).gate).toMatchObject({ open: false, exit: 1 });
    const sound = createTestShardReport(1, 2, { results: [createTestResult({ rule: 'a' })] });
    expect(merged(sound, second).gate).toMatchObject({ result: 'passed', open: true, reasons: [], exit: 0 });
  });

  test('fails for a waiver that is stale only in the whole run', () => {
    const waivers = [{ rule: 'c', reason: 'known', where: 'known.yaml:2:5', standing: 'idle' } as const];
    const sound = createTestShardReport(1, 2, {
      results: [createTestResult({ rule: 'a' }), others(2, { rule: 'c' })],
      waivers,
    });
    const whole = merged(sound, { ...second, waivers });
    expect(whole.waivers?.[0]?.standing).toBe('stale');
    expect(whole.gate.reasons).toEqual(['stale waiver of c (known.yaml:2:5): the rule held; remove it']);
  });

  test('is that of an empty run if no shard decided a check', () => {
    const none = [1, 2].map((index) =>
      createTestShardReport(index, 2, { results: [others(3 - index, { rule: 'a' })] }),
    );
    expect(merged(...none).gate.exit).toBe(5);
  });

  test.each([3, 4, 130] as const)('exits with %i if a shard did, and names the shard', (exit) => {
    const lost = { ...second, gate: { open: false, reasons: ['it is gone'], exit } };
    expect(merged(first, lost).gate).toMatchObject({ open: false, exit });
    expect(merged(first, lost).gate.reasons).toContain(`shard 2 (exit ${exit}): it is gone`);
  });

  test('names the shard that ended early', () => {
    const early = { ...second, run: { ...second.run, endedEarly: 'the budget is spent' } };
    expect(merged(first, early).run.endedEarly).toBe('shard 2: the budget is spent');
  });
});

describe('reports are refused that', () => {
  const changed = (changes: Partial<Report>, run: Partial<Report['run']> = {}): Report => ({
    ...second,
    ...changes,
    run: { ...second.run, ...run },
  });
  const otherPlan = { index: 2, total: 2, planDigest: 'another' };

  test('but not those of one run', () => {
    expect(findMergeObstacles(partsOf(first, second))).toEqual([]);
  });

  test.each<[string, Report, string]>([
    [
      'are about another target',
      changed({ target: { name: 'other', baseUrl: 'http://x' } }),
      'the name of the service',
    ],
    ['stand elsewhere', changed({ target: { ...second.target, baseUrl: 'http://x' } }), 'the base URL'],
    ['come from another kit', changed({ kit: { name: 'assay', version: '9' } }), 'the version of assay'],
    ['drew from another seed', changed({ seed: 99 }), 'the seed differs: 42 in 1.json, 99 in 2.json'],
    [
      'had another permission',
      changed({}, { permit: 'floods' }),
      'the permission differs: "reads" in 1.json, "floods"',
    ],
    ['tried other rules', changed({}, { only: ['a'] }), '--only differs'],
    ['follow another plan', changed({}, { shard: otherPlan }), 'the plan differs'],
    [
      'had other known failures',
      changed({ waivers: [{ rule: 'a', reason: 'r', where: 'w', standing: 'used' }] }),
      'the known failures differs',
    ],
  ])('%s', (_, other, told) => {
    const lines = findMergeObstacles(partsOf(first, other));
    expect(lines.join('\n')).toContain(told);
  });

  test('contain one shard twice, or lack one, with its number', () => {
    expect(findMergeObstacles(partsOf(first, first))).toEqual([
      '1.json and 2.json are both shard 1',
      'shard 2 of 2 is missing',
    ]);
    expect(findMergeObstacles(partsOf(first))).toEqual(['shard 2 of 2 is missing']);
  });

  test('are not shards', () => {
    const { shard: _, ...run } = first.run;
    expect(findMergeObstacles(partsOf(first, { ...first, run }))).toEqual([
      '2.json is not a shard: it is the report of a whole run',
    ]);
  });

  test('but not those of demos on different ports', () => {
    const at = (report: Report, port: number): Report => ({
      ...report,
      target: { name: `127.0.0.1:${port}`, baseUrl: `http://127.0.0.1:${port}` },
      run: { ...report.run, demo: {} },
    });
    expect(findMergeObstacles(partsOf(at(first, 1), at(second, 2)))).toEqual([]);
  });
});

const row = { suite: 'safety', setup: 1, treatment: 2, control: 3, confirmation: 4, cleanup: 5 };

test('adds up the rows of each suite', () => {
  const links = { ...row, suite: 'links' };
  const reports = [[row], [links, row]].map((requestsBySuite) => createTestReport({ requestsBySuite }));
  expect(mergeRequests(reports)).toEqual([
    links,
    { suite: 'safety', setup: 2, treatment: 4, control: 6, confirmation: 8, cleanup: 10 },
  ]);
});

test('gives nothing where a report of an earlier version has no rows', () => {
  expect(mergeRequests([createTestReport({ requestsBySuite: [row] }), createTestReport()])).toBeUndefined();
});

test('adds up the checks and responses of each operation, and leaves out its percentiles', () => {
  const createShard = (index: number, suites: Readonly<Record<string, { held: number }>>): Report => {
    const operation = {
      method: 'GET',
      path: '/orders',
      subject: 'orders',
      rules: [],
      held: 1,
      violated: 0,
      undecided: 0,
    };
    const responses = { 200: index, [400 + index]: 1 };
    const latency = { median: index, p95: index, p99: index };
    const operations = [{ ...operation, statuses: [200, 400 + index], responses, latency, suites }];
    return createTestShardReport(index, 2, { coverage: { clauses: [], operations } });
  };
  const shards = [
    createShard(1, { safety: { held: 2 } }),
    createShard(2, { safety: { held: 3 }, caching: { held: 1 } }),
  ];
  const { operations } = merged(...shards).coverage;
  expect(operations).toEqual([
    expect.objectContaining({
      responses: { 200: 3, 401: 1, 402: 1 },
      suites: { safety: { held: 5 }, caching: { held: 1 } },
    }),
  ]);
  expect(operations?.[0]).not.toHaveProperty('latency');
});
