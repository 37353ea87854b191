import { expect, test } from 'vitest';
import { isAboutCaller } from './about-caller.js';

const refusal = (status: number, headers: Record<string, string> = {}) => ({
  answer: { status, headers, text: '', json: undefined },
});

test.each<[number, boolean, Record<string, string>, boolean]>([
  [401, true, {}, true],
  [403, false, {}, true],
  [403, true, {}, false],
  [403, true, { 'retry-after': '30' }, true],
  [403, true, { 'x-ratelimit-remaining': '0' }, true],
  [403, true, { 'x-ratelimit-remaining': '12' }, false],
  [404, false, {}, false],
])('%i, where a valid request succeeded: %s, with %j: %s', (status, isAllowed, headers, expected) => {
  expect(isAboutCaller(refusal(status, headers), isAllowed)).toBe(expected);
});
