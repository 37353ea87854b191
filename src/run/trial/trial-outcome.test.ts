import { describe, expect, test } from 'vitest';
import { type Finding, held, inconclusive, violated } from '../../rule/finding.js';
import { decideHeld, groupUndecided, type UndecidedCase } from './trial-outcome.js';

const createDoubt = (parts: Partial<UndecidedCase> = {}): UndecidedCase => ({
  cause: 'no-answer',
  why: 'PUT /orders/7 returned 500 (exchange 9)',
  value: 1,
  hasFailed: true,
  ...parts,
});

/** Decides with findings that are given in order when a case is repeated. */
const decide = async (cases: number, doubts: readonly UndecidedCase[], ...findings: readonly Finding[]) => {
  let asked = 0;
  const run = async () => {
    asked += 1;
    return { finding: findings[asked - 1] ?? held, seen: [], hasUsedNoise: false };
  };
  const decided = await decideHeld(cases, doubts, 'usual', { run });
  return { ...decided, asked };
};
const again = inconclusive('no-answer', 'PUT /orders/8 returned 500 (exchange 12)');

describe('a trial without a violation', () => {
  test('held where nothing was undecided', async () => {
    expect(await decide(3, [])).toEqual({ verdict: 'held', asked: 0 });
  });

  test('held where a failure was decided when it was repeated', async () => {
    expect(await decide(3, [createDoubt()], again, held)).toEqual({ verdict: 'held', asked: 2 });
  });

  test('is undecided where a case fails each time', async () => {
    expect(await decide(30, [createDoubt()], again, again)).toMatchObject({
      verdict: 'inconclusive',
      cause: 'no-answer',
      why: expect.stringContaining('each of 3 times'),
      undecided: [{ cases: 1, hasFailed: true, isRepeated: true }],
    });
  });

  test('is undecided where more cases were undecided than decided', async () => {
    const refused = createDoubt({ cause: 'setup', why: 'the creation returned 422', hasFailed: false });
    expect(await decide(2, [refused, refused])).toMatchObject({ verdict: 'held' });
    expect(await decide(2, [refused, refused, refused])).toMatchObject({
      verdict: 'inconclusive',
      cause: 'setup',
      why: 'the creation returned 422; 3 of 5 cases could not be decided',
    });
  });

  test('held where cases do not meet the promise, however many they are', async () => {
    const idle = createDoubt({ cause: 'no-usable-case', why: 'PUT returned 200, not 204', hasFailed: false });
    expect(await decide(1, [idle, idle, idle])).toEqual({ verdict: 'held', asked: 0 });
  });

  test('is not held where the repetition shows a violation', async () => {
    const broken = violated({ expected: 1, actual: 2 });
    expect(await decide(3, [createDoubt()], broken)).toMatchObject({
      verdict: 'inconclusive',
      cause: 'not-reproduced',
    });
  });

  test('is not repeated beyond the budget', async () => {
    expect(await decide(3, [createDoubt()], inconclusive('budget', 'over'))).toEqual({ verdict: 'held', asked: 1 });
  });
});

test('reasons that differ in exchanges and ids only are one', () => {
  const doubts = [createDoubt(), createDoubt({ why: 'PUT /orders/8 returned 500 (exchange 12)', hasFailed: false })];
  expect(groupUndecided([...doubts, createDoubt({ why: 'PUT returned 400' })])).toMatchObject([
    { cases: 2, hasFailed: true, why: 'PUT /orders/8 returned 500 (exchange 12)' },
    { cases: 1 },
  ]);
});
