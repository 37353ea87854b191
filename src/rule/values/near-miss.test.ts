import { describe, expect, test } from 'vitest';
import type { Json } from '../../model/json.js';
import type { NearMiss } from './bodies.js';
import { canBePrepared, describeNearMiss, isStillBroken } from './near-miss.js';

const miss = (body: Json, pointer: string, keyword = 'type'): NearMiss => ({ body, pointer, keyword });

describe('a near miss with prepared values', () => {
  test.each<[string, NearMiss, Json, boolean]>([
    ['is broken where nothing was touched', miss({ a: 1 }, '/a'), { a: 1, note: 'mark' }, true],
    ['is valid again when a marker replaced the invalid value', miss({ a: 1 }, '/a'), { a: 'mark' }, false],
    ['is valid again when the missing member was added', miss({}, '/a', 'required'), { a: 'mark' }, false],
    ['is broken as a whole, whatever was put in', miss([], ''), [], true],
    ['is none where nothing could be broken', miss(null, '', 'none'), null, false],
  ])('%s', (_, near, sent, expected) => {
    expect(isStillBroken(near, sent)).toBe(expected);
  });
});

describe('values of a near miss can be prepared', () => {
  test.each<[string, NearMiss, boolean]>([
    ['beside what is broken', miss({ size: 'x' }, '/size'), true],
    ['beside a member that begins alike', miss({ not: 1 }, '/not'), true],
    ['where the whole breaks a constraint', miss({ x: 1 }, '', 'additionalProperties'), true],
    ['not at what is broken', miss({ note: 7 }, '/note'), false],
    ['not at a value that must be as it is', miss({ tenant: 7 }, '/tenant'), false],
    ['not in a text', miss('x', ''), false],
    ['not where nothing is broken', miss({}, '', 'none'), false],
  ])('%s', (_, near, expected) => {
    expect(canBePrepared(near, { marker: '/note', unique: [], overrides: { '/tenant': 7 } })).toBe(expected);
  });

  test('not below the violated place', () => {
    const withUnique = (pointer: string) => ({ unique: [pointer], overrides: {} });
    expect(canBePrepared(miss({ a: 7 }, '/a'), withUnique('/a/note'))).toBe(false);
    expect(canBePrepared(miss({}, '/a'), withUnique('/ab'))).toBe(true);
  });

  test('when no value is prepared', () => {
    expect(canBePrepared(miss({ note: 7 }, '/note'), { unique: [], overrides: {} })).toBe(true);
  });
});

test('a violation is described in a sentence', () => {
  expect([describeNearMiss(miss({}, '/a')), describeNearMiss(miss({}, ''))]).toEqual([
    'type violated at /a',
    'type violated at /',
  ]);
});
