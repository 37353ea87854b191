import { expect, test } from 'vitest';
import { stripGeneratedComments } from './strip-value.js';

test.each([
  ['a line of its own', 'a: 1\n#: gone\nb: 2\n', 'a: 1\nb: 2\n'],
  ['a comment beside a value', 'a: 1   #: gone\n', 'a: 1\n'],
  ['an offer at the margin, with the blank line above', 'a: 1\n\n#? b: 2\n#? c: 3\n', 'a: 1\n'],
  ['an indented offer, and no blank line', 'a:\n  b: 1\n\n  #? c: 2\n', 'a:\n  b: 1\n\n'],
  ['the last line without an end', 'a: 1\n#: gone', 'a: 1\n'],
])('%s is removed', (_, text, expected) => {
  expect(stripGeneratedComments(text)).toBe(expected);
});

test.each([
  ['a comment of the caller', 'a: 1 # mine\n# mine, too\n#mine\n'],
  ['a text that looks like one', 'a: "x #: y"\nb: \'#? z\'\n'],
  ['lines of a block', 'a: |\n  #: kept\n  #? kept\nb: >\n  #: kept\n'],
])('%s stays', (_, text) => {
  expect(stripGeneratedComments(text)).toBe(text);
});
