import { expect, test } from 'vitest';
import { cut, wrap } from './fit.js';

test.each([
  ['abc', 3, 'abc'],
  ['abcd', 3, 'ab…'],
  ['😀😀😀', 3, '😀😀😀'],
  ['😀😀😀😀', 3, '😀😀…'],
  ['', 0, ''],
])('%j cut to %i is %j', (text, width, shown) => {
  expect(cut(text, width)).toBe(shown);
});

test.each([
  ['one two three', 7, ['one two', 'three']],
  ['one two', 3, ['one', 'two']],
  ['a 😀😀😀😀 b', 3, ['a', '😀😀😀', '😀 b']],
  ['', 5, ['']],
])('%j wrapped at %i is %j', (text, width, lines) => {
  expect(wrap(text, width)).toEqual(lines);
});
