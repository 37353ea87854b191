import { describe, expect, test } from 'vitest';
import type { Waiver } from '../model/profile/waiver.js';
import { type FailOn, failOnValues } from '../model/result/gate-policy.js';
import { createTestResult as result } from '../model/result/report.fixture.js';
import type { Result, Verdict } from '../model/result/report.js';
import { decideGate } from './gate.js';
import { type DecideResultsInput, decideResults } from './judging/decide-results.js';
import { findWaiver } from './waivers/waiver-standing.js';

const today = '2024-06-15';

const waiver = (parts: Partial<Waiver> = {}): Waiver => ({
  rule: 'safety/a',
  reason: 'known',
  where: 'assay.yaml:3:5',
  ...parts,
});

/** A run in which something was decided beside what the test is about. */
const decided = (results: readonly Result[], parts: Partial<DecideResultsInput> = {}) =>
  decideResults([result({ rule: 'creation/b', subject: 'beside' }), ...results], {
    waivers: [],
    strict: false,
    today,
    reportFile: 'report.json',
    endedEarly: undefined,
    ...parts,
  }).gate;

describe('the gate is', () => {
  const levels = ['MUST', 'SHOULD', 'MAY'] as const;
  const families = ['convention', 'http'] as const;
  const words: readonly Verdict[] = ['held', 'violated', 'inconclusive', 'not-applicable', 'not-run', 'errored'];
  /** All that closes it: without --strict, and with. */
  const closing = {
    false: new Set(['violated MUST convention']),
    true: new Set([
      'violated MUST convention',
      'violated MUST http',
      'violated SHOULD convention',
      'inconclusive MUST convention',
    ]),
  };
  const table = words.flatMap((verdict) =>
    levels.flatMap((level) =>
      families.flatMap((family) =>
        [false, true].flatMap((strict) =>
          [false, true].flatMap((isWaived) =>
            (['stable', 'provisional'] as const).map((stage) => ({ verdict, level, family, strict, isWaived, stage })),
          ),
        ),
      ),
    ),
  );
  test.each(table)('%j', ({ verdict, level, family, strict, isWaived, stage }) => {
    const isClosed = stage === 'stable' && !isWaived && closing[`${strict}`].has(`${verdict} ${level} ${family}`);
    const one = result({ verdict, level, family, stage, ...(isWaived && { waived: { reason: 'known' } }) });
    const beside = result({ rule: 'creation/b', subject: 'beside' });
    const { open, reasons, exit } = decideGate({ results: [beside, one], waivers: [], strict, endedEarly: undefined });
    expect(open).toBe(!isClosed);
    expect(reasons).toHaveLength(isClosed ? 1 : 0);
    expect(exit).toBe(verdict === 'errored' ? 4 : isClosed ? 1 : 0);
  });

  test('failed with a line for each reason, with rule and subject', () => {
    const { reasons } = decided(
      [
        result({ verdict: 'violated', title: 'GET changed it' }),
        result({ verdict: 'inconclusive', cause: 'setup', subject: 'customers' }),
      ],
      { strict: true },
    );
    expect(reasons).toEqual([
      'inconclusive MUST: GET changes nothing [customers] (setup)',
      'violated MUST: GET changed it [orders]',
    ]);
  });
});

describe('a waiver', () => {
  test.each<[string, Partial<Waiver>, boolean]>([
    ['of the rule', {}, true],
    ['of the rule on this subject', { subject: 'orders' }, true],
    ['of the rule on another subject', { subject: 'customers' }, false],
    ['of another rule', { rule: 'safety/b' }, false],
    ['until tomorrow', { until: '2024-06-16' }, true],
    ['until today', { until: today }, true],
    ['until yesterday', { until: '2024-06-14' }, false],
  ])('%s', (_, parts, covers) => {
    expect(findWaiver(result(), [waiver(parts)], today) !== undefined).toBe(covers);
  });

  test('that expired fails the run, even where the rule is waived by another', () => {
    const { open, reasons } = decided([result({ verdict: 'violated', waived: { reason: 'known' } })], {
      waivers: [waiver(), waiver({ until: '2024-06-14', where: 'old.yaml:1:1' })],
    });
    expect(open).toBe(false);
    expect(reasons).toEqual([
      'expired waiver of safety/a (old.yaml:1:1): it was valid until 2024-06-14; fix the service, or agree on a later date',
    ]);
  });

  test('of a missing subject whose rule was checked on others is stale, and fails the run', () => {
    const { open, reasons } = decided([result()], { waivers: [waiver({ subject: 'gone' })] });
    expect(open).toBe(false);
    expect(reasons).toEqual([
      'stale waiver of safety/a [gone] (assay.yaml:3:5): this run has no such rule and subject; remove it, or correct it',
    ]);
  });

  test('of a held rule is stale, and fails the run', () => {
    const { reasons } = decided([result()], { waivers: [waiver()] });
    expect(reasons).toEqual(['stale waiver of safety/a (assay.yaml:3:5): the rule held; remove it']);
  });

  test.each<Verdict>(['violated', 'inconclusive', 'not-run', 'not-applicable'])(
    'of a rule that held on one subject and was %s on another is not stale',
    (verdict) => {
      const other = result({ subject: 'customers', verdict, waived: { reason: 'known' } });
      expect(decided([result(), other], { waivers: [waiver()] }).reasons).toEqual([]);
    },
  );
});

describe('a waiver is not called stale', () => {
  const leftOut = { verdict: 'not-run', cause: 'filter', cases: 0 } as const;
  const standing = (results: readonly Result[], parts: Partial<DecideResultsInput> = {}, one = waiver()) => {
    const beside = result({ rule: 'creation/b', subject: 'beside' });
    const by = { waivers: [one], strict: false, today, reportFile: 'r', endedEarly: undefined, ...parts };
    const { waivers, gate: judged } = decideResults([beside, ...results], by);
    return [waivers?.[0]?.standing, judged.open];
  };

  test.each<[string, readonly Result[], Partial<DecideResultsInput>]>([
    ['where --only or another shard left its rule out', [result(leftOut)], {}],
    [
      'where it held on one subject and another shard tries the other',
      [result(), result({ ...leftOut, subject: 'b' })],
      {},
    ],
    ['where the permission did not reach', [result({ ...leftOut, cause: 'permission' })], {}],
    ['where it could not be decided', [result({ verdict: 'inconclusive', cause: 'setup' })], {}],
  ])('%s', (_, results, parts) => {
    expect(standing(results, parts)).toEqual(['idle', true]);
  });

  test('when the run ended before it checked the subject', () => {
    const gone = waiver({ subject: 'gone' });
    expect(standing([result()], { endedEarly: 'the budget is spent' }, gone)).toEqual(['idle', true]);
    expect(standing([result()], {}, gone)).toEqual(['stale', false]);
  });

  test('when another shard may have the subject, until the shards are merged', () => {
    const gone = waiver({ subject: 'gone' });
    expect(standing([result()], { isShard: true }, gone)).toEqual(['idle', true]);
    expect(standing([result()], { isShard: true })).toEqual(['idle', true]);
    expect(standing([result()], { isShard: true }, waiver({ subject: 'orders' }))).toEqual(['stale', false]);
  });

  test('nor expired, if its rule was excluded; otherwise a past date is reported', () => {
    const old = waiver({ until: '2024-06-14' });
    expect(standing([result(leftOut)], {}, old)).toEqual(['idle', true]);
    expect(standing([result({ ...leftOut, cause: 'permission' })], {}, old)).toEqual(['expired', false]);
  });

  test.each<[string, readonly Result[]]>([
    ['left out everywhere', [result({ ...leftOut, subject: 'b' })]],
    ['checked nowhere without the permission', [result({ ...leftOut, cause: 'permission', subject: 'b' })]],
    ['checked nowhere without a subject', [result({ verdict: 'not-applicable', subject: '-' })]],
    ['not in the run at all', []],
  ])('when its subject is missing, and its rule was %s', (_, results) => {
    expect(standing(results, {}, waiver({ subject: 'gone' }))).toEqual(['idle', true]);
  });
});

describe('a shard', () => {
  const others = result({ verdict: 'not-run', cause: 'filter', shard: 2, cases: 0 });
  const judged = (results: readonly Result[], isShard: boolean) =>
    decideGate({ results, waivers: [], strict: false, endedEarly: undefined, isShard });

  test('without checks is not an empty run', () => {
    expect(judged([others], true)).toEqual({ open: true, reasons: [], exit: 0 });
    expect(judged([others], false).exit).toBe(5);
  });

  test('without MUST rules is not an empty run', () => {
    expect(judged([others, result({ level: 'SHOULD' })], true).exit).toBe(0);
  });

  test('that decided none of its checks leaves that to the merged report', () => {
    const undecided = result({ verdict: 'inconclusive', cause: 'setup' });
    expect([true, false].map((isShard) => judged([others, undecided], isShard).exit)).toEqual([0, 5]);
  });
});

describe('an empty run is incomplete', () => {
  const empty = (results: readonly Result[]) =>
    decideGate({ results, waivers: [], strict: false, endedEarly: undefined });

  test.each<[string, readonly Result[]]>([
    ['nothing at all', []],
    ['not one decided', [result({ verdict: 'inconclusive', cause: 'setup' }), result({ verdict: 'not-run' })]],
    ['no MUST among the held', [result({ level: 'SHOULD' }), result({ family: 'http' })]],
  ])('%s', (_, results) => {
    expect(empty(results)).toMatchObject({
      open: false,
      exit: 5,
      reasons: [expect.stringContaining('no MUST rule of the convention could be checked')],
    });
  });

  test.each<[string, readonly Result[], boolean]>([
    ['a SHOULD that held', [result({ level: 'SHOULD' })], true],
    ['a SHOULD without a verdict', [result({ level: 'SHOULD', verdict: 'inconclusive', cause: 'setup' })], false],
    ['a rule of HTTP that held', [result({ family: 'http' })], true],
  ])('of the only rule that the user wants, %s', (_, wanted, isOpen) => {
    const excluded = result({ rule: 'creation/b', verdict: 'not-run', cause: 'filter', why: 'excluded by --only' });
    expect(empty([excluded, ...wanted]).open).toBe(isOpen);
  });

  test('but a run with one held MUST rule may pass', () => {
    expect(empty([result()])).toEqual({ open: true, reasons: [], exit: 0 });
  });
});

describe('the exit code', () => {
  const unanswered = [
    result({ verdict: 'inconclusive', cause: 'refused' }),
    result({ verdict: 'inconclusive', cause: 'no-answer', subject: 'customers' }),
    result({ verdict: 'not-run', subject: 'payments' }),
  ];
  const exit = (results: readonly Result[], endedEarly?: string, isLost?: boolean) =>
    decideGate({ results, waivers: [], strict: false, endedEarly, isLost }).exit;

  test.each<[string, number, readonly Result[], string | undefined, boolean?]>([
    ['interrupted, whatever else', 130, [result({ verdict: 'errored' })], 'interrupted'],
    ['target lost on the way', 3, [result()], 'the service no longer answers', true],
    ['refused everything', 3, unanswered, undefined],
    ['target lost after an internal error', 4, [result({ verdict: 'errored' })], 'the service no longer answers', true],
    ['refused all but one', 0, [...unanswered, result()], undefined],
    [
      'an internal error, although everything else held',
      4,
      [result(), result({ verdict: 'errored', cause: 'kit' })],
      undefined,
    ],
    ['budget spent, and enough was decided', 0, [result()], 'the budget of 10 requests is spent'],
    ['violated', 1, [result({ verdict: 'violated' })], undefined],
  ])('of %s is %i', (_, expected, results, endedEarly, isLost) => {
    expect(exit(results, endedEarly, isLost)).toBe(expected);
  });
});

describe('--fail-on', () => {
  const beside = result({ rule: 'creation/b', subject: 'beside' });
  const table: readonly [FailOn, Partial<Result>][] = [
    ['must', { verdict: 'violated' }],
    ['should', { verdict: 'violated', level: 'SHOULD' }],
    ['http', { verdict: 'violated', family: 'http' }],
    ['document', { verdict: 'violated', family: 'document' }],
    ['undecided', { verdict: 'inconclusive', cause: 'setup' }],
    [
      'data',
      {
        verdict: 'violated',
        rule: 'effects/actions-keep-other-items',
        level: 'SHOULD',
        stage: 'provisional',
        family: 'http',
      },
    ],
  ];
  test.each(failOnValues)('%s fails the run on what it names, and on nothing else', (value) => {
    for (const [name, changes] of table) {
      const input = { results: [beside, result(changes)], waivers: [], strict: false, endedEarly: undefined };
      expect(decideGate({ ...input, failOn: [value] }).open, name).toBe(name !== value);
    }
  });

  test('has a row in the table above for each value', () => {
    expect(table.map(([name]) => name).toSorted()).toEqual([...failOnValues].toSorted());
  });

  test('without must, a run in which no rule that counts was decided fails', () => {
    const held = result();
    const input = { waivers: [], strict: false, endedEarly: undefined, failOn: ['http'] };
    expect(decideGate({ ...input, results: [held, result({ family: 'http', verdict: 'not-run' })] }).reasons).toEqual([
      'no rule of this run could be checked: none held, and none was violated',
    ]);
    expect(decideGate({ ...input, results: [held, result({ family: 'http' })] }).open).toBe(true);
  });
});

describe('the severity of a rule', () => {
  const judged = (changes: Partial<Result>) =>
    decideGate({
      results: [result({ rule: 'creation/b' }), result({ verdict: 'violated', ...changes })],
      waivers: [],
      strict: false,
      endedEarly: undefined,
    }).open;
  test.each<[string, Partial<Result>, boolean]>([
    ['warn lets a MUST pass', { severity: 'warn' }, true],
    ['error fails a SHOULD', { severity: 'error', level: 'SHOULD' }, false],
    ['error fails a rule of HTTP', { severity: 'error', family: 'http' }, false],
    ['error fails a provisional rule', { severity: 'error', stage: 'provisional' }, false],
    ['error fails no MAY', { severity: 'error', level: 'MAY' }, true],
    ['error fails nothing that held', { severity: 'error', verdict: 'held' }, true],
  ])('%s', (_, changes, isOpen) => {
    expect(judged(changes)).toBe(isOpen);
  });
});

test('violations are numbered by weight: those that fail the run, then warnings, then notes, then waived ones', () => {
  const violation = (rule: string, changes: Partial<Result>) => result({ rule, verdict: 'violated', ...changes });
  const { results } = decideResults(
    [
      violation('a/waived', {}),
      violation('b/may', { level: 'MAY' }),
      violation('c/http', { family: 'http' }),
      violation('d/must', {}),
      result({ rule: 'e/held' }),
    ],
    {
      waivers: [{ rule: 'a/waived', reason: 'known', where: 'assay.yaml:1:1' }],
      strict: false,
      today,
      reportFile: 'report.json',
      endedEarly: undefined,
    },
  );
  expect(results.map(({ rule, number }) => [rule, number])).toEqual([
    ['a/waived', 4],
    ['b/may', 3],
    ['c/http', 2],
    ['d/must', 1],
    ['e/held', undefined],
  ]);
});
