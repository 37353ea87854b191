import { describe, expect, test } from 'vitest';
import type { Json } from '../../model/json.js';
import type { NearMiss } from './bodies.js';
import { canBePrepared, describeNearMiss, isStillBroken, listPreparedMembers } from './near-miss.js';

const miss = (body: Json, pointer: string, keyword = 'type'): NearMiss => ({ body, pointer, keyword });

describe('a near miss that was dressed', () => {
  test.each<[string, NearMiss, Json, boolean]>([
    ['is broken where nothing was touched', miss({ a: 1 }, '/a'), { a: 1, note: 'mark' }, true],
    ['is mended where a mark took the place', miss({ a: 1 }, '/a'), { a: 'mark' }, false],
    ['is mended where what was missing was put in', miss({}, '/a', 'required'), { a: 'mark' }, false],
    ['is broken as a whole, whatever was put in', miss([], ''), [], true],
    ['is none where nothing could be broken', miss(null, '', 'none'), null, false],
  ])('%s', (_, near, sent, expected) => {
    expect(isStillBroken(near, sent)).toBe(expected);
  });
});

describe('a near miss can be dressed', () => {
  test.each<[string, NearMiss, boolean]>([
    ['beside what is broken', miss({ size: 'x' }, '/size'), true],
    ['beside a member that begins alike', miss({ not: 1 }, '/not'), true],
    ['where the whole breaks a constraint', miss({ x: 1 }, '', 'additionalProperties'), true],
    ['not at what is broken', miss({ note: 7 }, '/note'), false],
    ['not at a value that must be as it is', miss({ tenant: 7 }, '/tenant'), false],
    ['not in a text', miss('x', ''), false],
    ['not where nothing is broken', miss({}, '', 'none'), false],
  ])('%s', (_, near, expected) => {
    expect(canBePrepared(near, ['/tenant', '/note'])).toBe(expected);
  });

  test('not below the violated place', () => {
    expect([canBePrepared(miss({ a: 7 }, '/a'), ['/a/note']), canBePrepared(miss({}, '/a'), ['/ab'])]).toEqual([
      false,
      true,
    ]);
  });
});

test('bodies are dressed with the mark, unique members and overrides', () => {
  expect(listPreparedMembers({ marker: '/note', unique: ['/sku'], overrides: { '/tenant': 7 } })).toEqual([
    '/note',
    '/sku',
    '/tenant',
  ]);
  expect(listPreparedMembers({ unique: [], overrides: {} })).toEqual([]);
});

test('a violation is described in a sentence', () => {
  expect([describeNearMiss(miss({}, '/a')), describeNearMiss(miss({}, ''))]).toEqual([
    'type violated at /a',
    'type violated at /',
  ]);
});
