import { expect, test } from 'vitest';
import { type HeaderFields, isCached } from './exchange.js';

const answer = (headers: HeaderFields) => ({ answer: { status: 200, headers, text: '', json: undefined } });

test.each<[HeaderFields, boolean]>([
  [{}, false],
  [{ age: '0' }, false],
  [{ age: '12' }, true],
  [{ 'x-cache': 'Hit from a far place' }, true],
  [{ 'x-cache': 'MISS' }, false],
  [{ 'cf-cache-status': 'HIT' }, true],
  [{ 'x-cache-status': ['hit', 'miss'] }, true],
])('%j shows whether a cache answered: %s', (headers, expected) => {
  expect(isCached(answer(headers))).toBe(expected);
});

test('a missing answer is not from a cache', () => {
  expect(isCached({ answer: undefined })).toBe(false);
});
