import { expect, test } from 'vitest';
import { countColumns, padToColumns, splitCharacters } from './display-width.js';

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

test('pads any text to the same width', () => {
  expect(['ab', '日', 'e\u0301'].map((text) => countColumns(`${padToColumns(text, 4)}|`))).toEqual([5, 5, 5]);
});
