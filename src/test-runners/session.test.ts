import { expect, test } from 'vitest';
import { createSampleResult } from '../../test/report-samples/sample-result.js';
import { sound } from '../../test/report-samples/samples.js';
import { createAwaitedResults } from './session.js';

const one = createSampleResult({ rule: 'a/one' });
const other = createSampleResult({ rule: 'a/other' });
const report = { ...sound, results: [one, other] };

test('a result is returned as soon as it is known, also to earlier calls', async () => {
  const waiting = createAwaitedResults();
  const asked = waiting.result('a/one', 'orders');
  waiting.record(one);
  expect(await asked).toBe(one);
  expect(await waiting.result('a/one', 'orders')).toBe(one);
});

test('at the end all waiting calls get the result of the report, or undefined', async () => {
  const waiting = createAwaitedResults();
  const early = [waiting.result('a/other', 'orders'), waiting.result('a/none', 'orders')];
  waiting.finish(report);
  const late = [waiting.result('a/one', 'orders'), waiting.result('a/one', 'elsewhere')];
  expect(await Promise.all([...early, ...late])).toEqual([other, undefined, one, undefined]);
});

test('without a report, all waiting calls fail with the reason, and no rejection is unhandled', async () => {
  const waiting = createAwaitedResults();
  waiting.record(one);
  const early = waiting.result('a/other', 'orders');
  waiting.failed(new Error('the service is gone'));
  await expect(early).rejects.toThrow('the service is gone');
  await expect(waiting.result('a/none', 'orders')).rejects.toThrow('the service is gone');
  expect(await waiting.result('a/one', 'orders')).toBe(one);
});
