import { describe, expect, test } from 'vitest';
import type { Json } from '#rule';
import { neutralizeExample } from './_shared/try-examples.js';

const accepted: Json[] = [
  { name: 'abc', size: 4, on: '2026-01-01', kind: 'x', address: { city: 'def' } },
  { name: 'xyz', size: 9, on: '2026-02-02', kind: 'x', address: { city: 'ghi' }, more: 'm' },
];
const spare = { name: 'spare', size: 1, on: '2030-01-01', kind: 'x', address: { city: 'spare' } };
const neutralize = (example: Parameters<typeof neutralizeExample>[0], step = 1) =>
  neutralizeExample(example, { accepted, spare }, step);

describe('an example without what depends on the state', () => {
  test('keeps values of members that take any value, in a new variation', () => {
    expect(neutralize({ name: 'Tea 9', size: 3 })).toEqual({ name: 'Tea 0', size: 4 });
    expect(neutralize({ name: 'Zz!', size: 3 }, 7)).toEqual({ name: 'Zg!', size: 10 });
    expect(neutralize({ address: { city: 'Ulm' } })).toEqual({ address: { city: 'Uln' } });
  });

  test.each([
    ['a date', { on: '2020-01-01' }, { on: '2030-01-01' }],
    ['an address of mail', { name: 'ada@example.com' }, { name: 'spare' }],
    ['a URL', { name: 'https://example.com/a' }, { name: 'spare' }],
    ['a long number', { name: '+49 170 12345' }, { name: 'spare' }],
    ['a value that may be one of few', { kind: 'y' }, { kind: 'x' }],
    ['a list', { name: ['a'] }, { name: 'spare' }],
    ['another type', { name: 7 }, { name: 'spare' }],
  ])('has the accepted value of %s', (_, example, neutral) => {
    expect(neutralize(example)).toEqual(neutral);
  });

  test('leaves out what no accepted body has', () => {
    expect(neutralize({ name: 'Tea', unknown: 1, more: 'x' })).toEqual({ name: 'Teb', more: 'm' });
  });
});
