import { describe, expect, test } from 'vitest';
import type { Json } from '../../model/json.js';
import { createTestReport, createTestResult, createTestViolation } from '../../model/result/report.fixture.js';
import type { Evidence, Report, Result } from '../../model/result/report.js';
import { applyReplayGate, compareReplay } from './compare-replay.js';
import { isSimilarValue } from './value-likeness.js';

const before = createTestViolation({}, { summary: 'GET changed it', expected: { views: 1 }, actual: { views: 3 } });
const again = (...results: readonly Result[]): Report => createTestReport({ results });
const shown = (evidence: Partial<Evidence>) => compareReplay(before, again(createTestViolation({}, evidence)));

describe('a violation in a replay is', () => {
  test('still there when it has the same difference with other values', () => {
    expect(shown({ expected: { views: 1 }, actual: { views: 4 } })).toEqual({
      outcome: 'still there',
      explanation: 'GET changed it',
    });
  });

  test.each<[string, Partial<Evidence>]>([
    ['another violation', { summary: 'GET removed it', expected: { views: 1 }, actual: { views: 3 } }],
    ['another promise', { expected: 200, actual: { views: 3 } }],
    ['another shape', { expected: { views: 1 }, actual: { views: 3, seen: true } }],
  ])('changed when it says %s', (_, evidence) => {
    expect(shown(evidence)).toMatchObject({
      outcome: 'changed',
      explanation: expect.stringContaining('; before: GET changed it'),
    });
  });

  test('gone when the rule held', () => {
    expect(compareReplay(before, again(createTestResult()))).toEqual({
      outcome: 'gone',
      explanation: 'GET changes nothing',
    });
  });

  test.each<[string, Report, string]>([
    [
      'it could not be decided',
      again(createTestResult({ verdict: 'inconclusive', why: 'POST answered 503' })),
      'POST answered 503',
    ],
    [
      'it was not permitted',
      again(createTestResult({ verdict: 'not-run', cause: 'permission', why: 'it writes', enable: '--permit writes' })),
      'it writes (--permit writes)',
    ],
    ['it is not there', again(), 'no longer has what the rule is about'],
    [
      'its need is no longer met',
      again(createTestResult({ verdict: 'not-applicable', why: 'no GET' })),
      'about: no GET',
    ],
    ['another subject held', again(createTestResult({ subject: 'customers' })), 'no longer has'],
    [
      'the service was lost',
      createTestReport({ results: [createTestResult()], gate: { open: false, reasons: ['it is gone'], exit: 3 } }),
      'it is gone',
    ],
  ])('undecided, and never gone, when %s', (_, report, told) => {
    expect(compareReplay(before, report)).toEqual({ outcome: 'undecided', explanation: expect.stringContaining(told) });
  });
});

describe('the gate of a replay', () => {
  test.each<[Parameters<typeof applyReplayGate>[1]['outcome'], 0 | 1]>([
    ['gone', 0],
    ['still there', 1],
    ['changed', 1],
    ['undecided', 1],
  ])('of what is %s ends with %i', (outcome, exit) => {
    const { gate } = applyReplayGate(createTestReport(), { outcome: outcome, explanation: 'x' });
    expect(gate).toEqual({ open: exit === 0, reasons: exit === 0 ? [] : [`${outcome}: x`], exit });
  });

  test('fails when the run did not complete', () => {
    const lost = createTestReport({ gate: { open: false, reasons: ['it is gone'], exit: 3 } });
    expect(applyReplayGate(lost, { outcome: 'undecided', explanation: 'it is gone' })).toBe(lost);
  });
});

describe('the differences of two runs are equal', () => {
  test.each<[string, Json, Json]>([
    [
      'but for ids',
      'item 8e6f0c2a-1111-4222-8333-944455556666 is gone',
      'item a16129e3-11cd-441d-ac88-6eb235d3e8b1 is gone',
    ],
    ['but for times', 'Date: Sat, 21 Nov 2026 22:31:17 GMT', 'Date: Sun, 22 Nov 2026 01:02:03 GMT'],
    ['but for the place of the service', 'GET http://127.0.0.1:4010/orders', 'GET https://api.example.com/orders'],
    ['but for how many there are', [{ id: 1 }, { id: 2 }], [{ id: 3 }]],
    ['but for the order of members', { a: 'x', b: 'y' }, { b: 'y', a: 'x' }],
  ])('%s', (_, one, other) => {
    expect(isSimilarValue(one, other)).toBe(true);
  });

  test.each<[string, Json | undefined, Json | undefined]>([
    ['other statuses', 'answered 500', 'answered 404'],
    ['statuses as numbers', 200, 404],
    ['other words', 'it is gone', 'it is there'],
    ['other members', { id: 1 }, { key: 1 }],
    ['yes and no', { ok: true }, { ok: false }],
    ['something and nothing', 'x', undefined],
  ])('but not %s', (_, one, other) => {
    expect(isSimilarValue(one, other)).toBe(false);
  });
});
