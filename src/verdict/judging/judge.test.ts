import { describe, expect, test } from 'vitest';
import type { Clause } from '../../model/result/clause.js';
import type { Result, Verdict } from '../../model/result/report.js';
import { held } from '../../rule/finding.js';
import type { Rule } from '../../rule/rule.js';
import { constant } from '../../rule/values/generators.js';
import { computeCoverage } from './coverage.js';
import { type JudgeInput, judge } from './judge.js';

const declared: Rule = {
  clause: 'SAFE-01',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'GET changes nothing',
  otherwise: 'GET changed it',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  watches: 'item',
  needs: [],
  given: () => constant(null),
  when: async () => null,
  then: () => held,
  silentIn: [],
};

type Outcome = JudgeInput['outcomes'][number];

const outcome = (
  rule: string,
  subject: string,
  verdict: Outcome['verdict'],
  parts: Partial<Outcome> = {},
): Outcome => ({
  // Only the name of a subject is judged.
  trial: { rule, level: 'MUST', touches: 'reads', subject: { kind: 'service', name: subject, collections: [] } },
  verdict,
  cases: 5,
  corners: 2,
  requests: 9,
  notes: [],
  ...parts,
});

const counterexample: Outcome['counterexample'] = {
  summary: 'GET changed views',
  expected: { views: 1 },
  actual: { views: 2 },
  case: { reads: 3 },
  exchanges: [
    {
      n: 4,
      request: { method: 'GET', url: 'http://127.0.0.1:1/orders/1', headers: {} },
      answer: { status: 200, headers: {}, ms: 1 },
    },
  ],
  controls: [3],
  seed: 7,
  path: '0:1',
  seenAgain: '2 of 2',
};

const clauses: Clause[] = [
  { clause: 'SAFE-01', level: 'MUST', family: 'convention', sentence: 'S', source: '§1', why: 'w', choices: [] },
];

const judged = (parts: Partial<JudgeInput> = {}) =>
  judge({
    ending: {},
    rules: { get: () => declared },
    outcomes: [],
    exclusions: [],
    leftovers: [],
    clauses,
    waivers: [],
    strict: false,
    today: '2024-06-15',
    endedEarly: undefined,
    reportFile: 'reports/report.json',
    known: {
      kit: { name: 'assay', version: '0' },
      target: { name: 't', baseUrl: 'http://127.0.0.1:1/api' },
      seed: 7,
      startedAt: '2024-06-15T00:00:00Z',
      durationMs: 1,
      requests: 1,
      run: {
        permit: 'reads',
        permitFrom: 'default',
        cases: 1,
        concurrency: 1,
        maxRequests: 1,
        maxSeconds: 1,
        strict: false,
        only: [],
      },
      survey: { collections: [], contradictions: [], notes: [] },
      dialects: [],
    },
    ...parts,
  });

describe('a report', () => {
  test('lists results by rule and subject', () => {
    const outcomes = [outcome('b', 'y', 'held'), outcome('b', 'x', 'held'), outcome('a', 'z', 'held')];
    const names = (report: ReturnType<typeof judged>) =>
      report.results.map(({ rule, subject }) => `${rule}@${subject}`);
    expect(names(judged({ outcomes }))).toEqual(['a@z', 'b@x', 'b@y']);
    expect(names(judged({ outcomes: [...outcomes].reverse() }))).toEqual(['a@z', 'b@x', 'b@y']);
  });

  test('numbers violations in the order they are listed, and names each in its replay command', () => {
    const { results } = judged({
      outcomes: [
        outcome('c', 'x', 'violated', { counterexample }),
        outcome('b', 'x', 'held'),
        outcome('a', 'x', 'violated', { counterexample }),
      ],
    });
    expect(results.map(({ evidence }) => evidence?.replay)).toEqual([
      'assay replay reports/report.json 1',
      undefined,
      'assay replay reports/report.json 2',
    ]);
    expect(results[0]?.evidence).toMatchObject({
      summary: 'GET changed views',
      expected: { views: 1 },
      actual: { views: 2 },
      controls: [3],
      seed: 7,
      path: '0:1',
      seenAgain: '2 of 2',
      curl: ["curl -sS -i 'http://127.0.0.1:1/orders/1'"],
    });
  });

  test('has the title of the rule for every verdict', () => {
    const { results } = judged({ outcomes: [outcome('a', 'x', 'violated'), outcome('b', 'x', 'held')] });
    expect(results.map(({ title }) => title)).toEqual(['GET changes nothing', 'GET changes nothing']);
  });

  test('keeps the verdict of a waived violation, and has the owner of the waiver', () => {
    const waivers = [{ rule: 'a', reason: 'ticket 7', owner: 'team', until: '2024-07-01', where: 'w:1:1' }];
    const { results, gate } = judged({ outcomes: [outcome('a', 'x', 'violated'), outcome('b', 'x', 'held')], waivers });
    expect(results[0]).toMatchObject({
      verdict: 'violated',
      waived: { reason: 'ticket 7', owner: 'team', until: '2024-07-01' },
    });
    expect(gate).toEqual({ result: 'passed', open: true, reasons: [], exit: 0 });
  });

  test('names the kit as the cause of an internal error', () => {
    const { results, gate } = judged({ outcomes: [outcome('a', 'x', 'errored', { why: 'TypeError: x' })] });
    expect(results[0]).toMatchObject({ verdict: 'errored', cause: 'kit', why: 'TypeError: x' });
    expect(gate.exit).toBe(4);
  });

  test('lists what was excluded with the key that would change it, and leftovers by their URL', () => {
    const { results, leftovers } = judged({
      exclusions: [
        {
          rule: 'a',
          subject: 'x',
          word: 'not-run',
          cause: 'permission',
          why: 'it writes',
          enable: '--permit writes',
        },
      ],
      leftovers: [{ path: '/orders/1', why: 'DELETE was answered 500' }],
    });
    expect(results).toMatchObject([
      { verdict: 'not-run', cause: 'permission', why: 'it writes', enable: '--permit writes', cases: 0 },
    ]);
    expect(leftovers).toEqual([{ url: 'http://127.0.0.1:1/api/orders/1', why: 'DELETE was answered 500' }]);
  });

  test('ends with the member complete', () => {
    expect(Object.keys(judged()).at(-1)).toBe('complete');
  });
});

describe('a clause has the most serious verdict of its rules', () => {
  const worstFirst: readonly Verdict[] = ['errored', 'violated', 'inconclusive', 'held', 'not-run', 'not-applicable'];
  const [result] = judged({ outcomes: [outcome('a', 'x', 'held')] }).results;
  const over = (...words: readonly Verdict[]) =>
    computeCoverage(
      clauses,
      words.map((verdict, i): Result => ({ ...(result as Result), rule: `r${i % 2}`, verdict })),
    )[0];

  const pairs = worstFirst.flatMap((worse, i) => worstFirst.slice(i).map((better) => [worse, better] as const));
  test.each(pairs)('%s before %s', (worse, better) => {
    expect(over(better, worse)?.verdict).toBe(worse);
    expect(over(worse, better)?.verdict).toBe(worse);
  });

  test('and names each rule once', () => {
    expect(over('held', 'held', 'held')?.rules).toEqual(['r0', 'r1']);
  });

  test('and untested, with the reason, if no rule checks it', () => {
    const others = clauses.map((clause) => ({ ...clause, clause: 'SAFE-99', untested: 'no way to see it' }));
    expect(computeCoverage(others, result ? [result] : [])).toMatchObject([
      { clause: 'SAFE-99', verdict: 'untested', rules: [], untested: 'no way to see it' },
    ]);
  });
});

test('a result that cannot be judged is errored, and others are not affected', () => {
  const told = outcome('b/broken', 'x', 'held');
  const unreadable: Rule = Object.create(declared, {
    title: {
      get: () => {
        throw new Error('no title');
      },
    },
  });
  const rules = { get: (id: string) => (id === 'b/broken' ? unreadable : declared) };
  const { results, gate, complete } = judged({ rules, outcomes: [told, outcome('a/sound', 'x', 'held')] });
  expect(results).toMatchObject([
    { rule: 'a/sound', verdict: 'held' },
    { rule: 'b/broken', subject: 'x', verdict: 'errored', cause: 'kit', cases: 5 },
  ]);
  expect(results[1]?.why).toMatch(/the outcome cannot be judged: Error: no title/);
  expect([gate.exit, complete]).toEqual([4, true]);
});

test('a rule that could not be planned is errored', () => {
  const exclusion = {
    rule: 'a',
    subject: 'x',
    word: 'errored',
    cause: 'kit',
    why: 'its needs throw',
  } as const;
  const { results, gate } = judged({ exclusions: [exclusion] });
  expect(results).toMatchObject([{ rule: 'a', verdict: 'errored', cause: 'kit', why: 'its needs throw' }]);
  expect(gate.exit).toBe(4);
});
