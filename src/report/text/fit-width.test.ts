import { expect, test } from 'vitest';
import { countSteps } from '../../../test/support/count-steps.js';
import { countColumns, cut, splitCharacters, takeWidth, wrap } from './fit-width.js';

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['😀😀😀', 6, '😀😀😀'],
  ['😀😀😀😀', 6, '😀😀…'],
  ['日本語です', 8, '日本語…'],
  ['e\u0301e\u0301e\u0301', 3, 'e\u0301e\u0301e\u0301'],
  ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
  ['', 0, ''],
])('%j cut to %i is %j', (text, width, shown) => {
  expect(cut(text, width)).toBe(shown);
});

test.each([
  ['one two three', 7, ['one two', 'three']],
  ['one two', 3, ['one', 'two']],
  ['a 😀😀😀😀 b', 6, ['a', '😀😀😀', '😀 b']],
  ['日本語', 1, ['日', '本', '語']],
  ['', 5, ['']],
])('%j wrapped at %i is %j', (text, width, lines) => {
  expect(wrap(text, width)).toEqual(lines);
});

test('measures only the kept part of a long text, and counts combining marks as zero', async () => {
  const long = 'a'.repeat(300_000);
  expect(wrap(long, 100)).toHaveLength(3_000);
  const half = await countSteps(() => wrap(long.slice(150_000), 100));
  expect(await countSteps(() => wrap(long, 100))).toBeLessThan(2.5 * half);
  const marked = `e${'\u0301'.repeat(900)}`;
  expect(takeWidth(marked.repeat(3), 2)).toBe(marked.repeat(2));
});

test.each([
  ['plain', 5],
  ['', 0],
  ['žluť', 4],
  ['日本', 4],
  ['한글', 4],
  ['ｗｉｄｅ', 8],
  ['ﾊﾝｶｸ', 5 - 1],
  ['e\u0301', 1],
  ['\u0301', 0],
  ['😀', 2],
  ['❤\ufe0f', 2],
  ['→ …', 3],
  ['\u{20000}', 2],
])('%j takes %i columns', (text, columns) => {
  expect(countColumns(text)).toBe(columns);
});

test('a combining mark stays with its letter', () => {
  expect(splitCharacters('ae\u0301o')).toEqual(['a', 'e\u0301', 'o']);
});

test('counts the columns of any text', () => {
  expect(['ab', '日', 'e\u0301'].map(countColumns)).toEqual([2, 2, 1]);
});
