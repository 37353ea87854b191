import { expect, test } from 'vitest';
import { createSampleResult, createSampleViolation } from '../../test/report-samples/sample-result.js';
import { emptyReport, sound } from '../../test/report-samples/samples.js';
import type { Report } from '../model/result/report.js';
import { checkPartialRun, checkWholeRun } from './create-test-group.js';

/** What comes of looking: the reason of a skip, or undefined when it passes. */
function look(report: Report, isRegistered = true): string | undefined {
  const skips: (string | undefined)[] = [];
  const skip = ((why?: string) => void skips.push(why)) as never;
  checkWholeRun(report, { skip }, { isRegistered: () => isRegistered, policy: { strict: false } });
  return skips[0];
}

const violated: Report = {
  ...sound,
  results: [createSampleViolation()],
  gate: { open: false, reasons: ['violated MUST: GET changed the item it read [orders]'], exit: 1 },
};
const stale = 'stale waiver of a/b (assay.yaml:3:5): the rule held';

test('passes when the run passed', () => {
  expect(look({ ...sound, leftovers: [], gate: { open: true, reasons: [], exit: 0 } })).toBeUndefined();
});

test('a run that decided nothing fails', () => {
  expect(() => look(emptyReport)).toThrow('no rule was checked');
});

test('does not repeat a violation that has its own test', () => {
  expect(look({ ...violated, leftovers: [] })).toBeUndefined();
});

test('fails for a violation without its own test', () => {
  expect(() => look(violated, false)).toThrow('found during the run: GET changed the item it read');
});

test('a stale waiver fails, beside a violation and alone', () => {
  const reasons = [...violated.gate.reasons, stale];
  expect(() => look({ ...violated, gate: { ...violated.gate, reasons } })).toThrow(/^stale waiver[^\n]*$/);
  expect(() => look({ ...sound, gate: { open: false, reasons: [stale], exit: 1 } })).toThrow(stale);
});

test('names remaining items', () => {
  const leftovers = [{ url: 'http://127.0.0.1:1/orders/7', why: 'DELETE was answered 500' }];
  const report: Report = { ...sound, leftovers, gate: { open: true, reasons: [], exit: 0 } };
  expect(look(report)).toBe('created items still exist: http://127.0.0.1:1/orders/7 (DELETE was answered 500)');
});

const lost: Report = {
  ...sound,
  results: [createSampleResult({ verdict: 'inconclusive', cause: 'no-answer', why: 'the target no longer answers' })],
  leftovers: [{ url: 'http://127.0.0.1:1/orders/7', why: 'no answer' }],
  gate: { open: false, reasons: ['the target no longer answers'], exit: 3 },
};

test('names remaining items in a failure', () => {
  expect(() => look(lost)).toThrow(/no longer answers\ncreated items still exist: http:\S+7 \(no answer\)$/);
});

test('of selected tests, fails for a lost service, and not for rules that were not selected', () => {
  const said = { isRegistered: () => true, policy: { strict: false } };
  expect(() => checkPartialRun(lost, said)).toThrow('the target no longer answers');
  const unasked: Report = {
    ...lost,
    gate: { open: false, reasons: ['no MUST rule of the convention could be checked'], exit: 1 },
  };
  expect(() => checkPartialRun(unasked, said)).not.toThrow();
  expect(() => checkPartialRun({ ...violated, gate: { ...violated.gate, exit: 4 } }, said)).not.toThrow();
});
