import { describe, expect, test } from 'vitest';
import type { Json } from '../../model/json.js';
import { isIdReused, listControlledMembers } from './id-reuse.js';

const sent = { name: 'a', size: 1, secret: 'x' };
const before = { id: 7, name: 'a', size: 1, at: 'monday' };

test('the client controls members that it sent and the service returned', () => {
  expect(listControlledMembers(sent, before)).toEqual(['name', 'size']);
  expect([listControlledMembers('text', before), listControlledMembers(sent, undefined)]).toEqual([[], []]);
});

describe('another item has the address', () => {
  test.each<[string, Json | undefined, boolean]>([
    ['with another value of the client', { ...before, name: 'b' }, true],
    ['not with another value of the service', { ...before, at: 'tuesday' }, false],
    ['not where a member is not shown', { id: 7, name: 'a' }, false],
    ['not in a text', 'name: b', false],
    ['not where nothing is', undefined, false],
  ])('%s', (_, after, expected) => {
    expect(isIdReused(sent, before, after)).toBe(expected);
  });
});
