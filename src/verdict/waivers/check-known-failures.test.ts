import { expect, test } from 'vitest';
import type { Waiver } from '../../model/profile/waiver.js';
import { reportOf, resultOf, violationOf } from '../../model/result/report.fixture.js';
import { reckon } from './check-known-failures.js';

const known = (parts: Partial<Waiver> = {}): Waiver => ({
  rule: 'safety/a',
  reason: 'known',
  where: 'k:2:5',
  ...parts,
});
const leftOut = resultOf({ verdict: 'not-run', cause: 'filter' });

test('what closes the gate and is waived by nobody is to be accepted, and nothing else', () => {
  const results = [
    violationOf({ subject: 'new' }),
    violationOf({ subject: 'waived', waived: { reason: 'known' } }),
    violationOf({ subject: 'should', level: 'SHOULD' }),
    violationOf({ subject: 'may', level: 'MAY' }),
    violationOf({ subject: 'provisional', stage: 'provisional' }),
    resultOf({ subject: 'doubt', verdict: 'inconclusive' }),
    resultOf({ subject: 'broken', verdict: 'errored' }),
    resultOf({ subject: 'held' }),
  ];
  const names = (strict: boolean) =>
    reckon(reportOf({ results }, { strict }), []).unknown.map(({ subject }) => subject);
  expect(names(false)).toEqual(['new']);
  expect(names(true)).toEqual(['new', 'should']);
  expect(reckon(reportOf({ results }), []).undecided.map(({ subject }) => subject)).toEqual(['doubt', 'broken']);
});

test.each<[string, Partial<Waiver>, Parameters<typeof reportOf>, boolean]>([
  ['of what held', { subject: 'orders' }, [{ results: [resultOf()] }], true],
  ['of what held everywhere', {}, [{ results: [resultOf(), resultOf({ subject: 'b' })] }], true],
  ['of what held here and was left out there', {}, [{ results: [resultOf(), { ...leftOut, subject: 'b' }] }], false],
  ['of what is still violated', {}, [{ results: [violationOf()] }], false],
  ['of what was left out', {}, [{ results: [leftOut] }], false],
  ['of what was not met', { subject: 'gone' }, [{ results: [resultOf()] }], false],
  ['of what could not be told', {}, [{ results: [resultOf({ verdict: 'inconclusive' })] }], false],
  ['of what held in a run that ended early', {}, [{ results: [resultOf()] }, { endedEarly: 'budget' }], false],
])('a waiver %s is struck off only after it was looked at', (_, parts, [report, run], isFixed) => {
  expect(reckon(reportOf(report, run), [known(parts)]).fixed.has(0)).toBe(isFixed);
});

test('what was accepted until a day that is over is neither accepted again nor struck off', () => {
  const old = known({ until: '2024-06-14' });
  const { unknown, fixed, overdue } = reckon(reportOf({ results: [violationOf()] }), [old]);
  expect([unknown, [...fixed], overdue]).toEqual([[], [], [old]]);
});
