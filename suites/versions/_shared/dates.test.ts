import { describe, expect, test } from 'vitest';
import { parseDeprecation, parseHttpDate } from './dates.js';

describe('the second of a Deprecation field', () => {
  test.each<[string, number | undefined]>([
    ['@1688169599', 1688169599],
    ['@-1;note="x"', -1],
    ['Sun, 11 Nov 2018 23:59:59 GMT', 1541980799],
    ['true', undefined],
    ['?1', undefined],
    ['@soon', undefined],
    ['1688169599', undefined],
  ])('%s', (field, expected) => expect(parseDeprecation(field)).toBe(expected));
});

describe('the second of a Sunset field', () => {
  test.each<[string, number | undefined]>([
    ['Sat, 31 Dec 2018 23:59:59 GMT', 1546300799],
    ['Saturday, 31-Dec-94 23:59:59 GMT', 788918399],
    ['2018-12-31', undefined],
    ['soon', undefined],
  ])('%s', (field, expected) => expect(parseHttpDate(field)).toBe(expected));
});
