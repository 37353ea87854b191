import { expect, test } from 'vitest';
import { resultOf } from '../../test/report-samples/sample-result.js';
import { sound } from '../../test/report-samples/samples.js';
import { expected } from './awaited-results.js';

const one = resultOf({ rule: 'a/one' });
const other = resultOf({ rule: 'a/other' });
const report = { ...sound, results: [one, other] };

test('a result is given as soon as it is told, however early anybody asks', async () => {
  const waiting = expected();
  const asked = waiting.result('a/one', 'orders');
  waiting.told(one);
  expect(await asked).toBe(one);
  expect(await waiting.result('a/one', 'orders')).toBe(one);
});

test('at the end everybody is told what the report says, and of nothing that it does not know', async () => {
  const waiting = expected();
  const early = [waiting.result('a/other', 'orders'), waiting.result('a/none', 'orders')];
  waiting.over(report);
  const late = [waiting.result('a/one', 'orders'), waiting.result('a/one', 'elsewhere')];
  expect(await Promise.all([...early, ...late])).toEqual([other, undefined, one, undefined]);
});

test('where there is no report, everybody is told why, and nobody else is troubled', async () => {
  const waiting = expected();
  waiting.told(one);
  const early = waiting.result('a/other', 'orders');
  waiting.failed(new Error('the service is gone'));
  await expect(early).rejects.toThrow('the service is gone');
  await expect(waiting.result('a/none', 'orders')).rejects.toThrow('the service is gone');
  expect(await waiting.result('a/one', 'orders')).toBe(one);
});
