import { expect, test } from 'vitest';
import { measureIdleMs, measureLongestChain, type SentRequest } from './request-chain.js';

const sent = (...times: readonly (readonly [number, number])[]): SentRequest[] =>
  times.map(([from, to]) => ({ trial: '', from, to }));

test('the longest chain counts requests that were sent one after another', () => {
  expect(measureLongestChain([])).toBe(0);
  expect(measureLongestChain(sent([0, 10], [10, 20], [25, 30]))).toBe(3);
  expect(measureLongestChain(sent([0, 30], [0, 10], [5, 15], [11, 20], [20, 29]))).toBe(3);
});

test('time without a request is counted between the first and the last one', () => {
  expect(measureIdleMs([])).toBe(0);
  expect(measureIdleMs(sent([5, 10], [12, 20], [13, 30], [35, 40]))).toBe(7);
});
