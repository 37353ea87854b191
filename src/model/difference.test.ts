import { describe, expect, test } from 'vitest';
import { createPointerMatcher, findDifferences, isEquivalent, omitPlaces, parseInstant } from './difference.js';
import type { Json, JsonObject } from './json.js';

describe('values with the same meaning', () => {
  test.each<[string, Json, Json]>([
    ['members in another order', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['a number in another spelling', JSON.parse('[1, 100, 0.5]'), JSON.parse('[1.0, 1e2, 5e-1]')],
    ['a bag of scalars', ['b', 'a', 'b'], ['b', 'b', 'a']],
    ['items with an id in another order', [{ id: 2, a: [1] }, { id: 1 }], [{ id: 1 }, { id: 2, a: [1] }]],
    ['one instant in two zones', '2024-02-29T12:00:00Z', '2024-02-29T14:00:00.000+02:00'],
    ['one instant with a small t and z', '2024-02-29T12:00:00Z', '2024-02-29t12:00:00z'],
    ['one text in two normal forms', 'caf\u00e9', 'cafe\u0301'],
    ['a bag of one text in two normal forms', ['caf\u00e9', 'cafz'], ['cafe\u0301', 'cafz']],
    [
      'a bag of instants in two zones',
      ['2024-01-01T01:00:00+01:00', '2024-01-01T00:30:00Z'],
      ['2024-01-01T00:00:00Z', '2024-01-01T00:30:00Z'],
    ],
    ['empty containers', { a: [], b: {} }, { b: {}, a: [] }],
  ])('%s', (_, a, b) => {
    expect(findDifferences(a, b)).toEqual([]);
    expect(isEquivalent(b, a)).toBe(true);
  });
});

describe('different values', () => {
  test.each<[string, Json | undefined, Json | undefined, string]>([
    ['a number and its text', { a: 1 }, { a: '1' }, '/a'],
    ['null and absence', { a: null }, {}, '/a'],
    ['false and null', { a: false }, { a: null }, '/a'],
    ['an empty array and an empty object', { a: [] }, { a: {} }, '/a'],
    ['unordered values by their number', ['a', 'a', 'b'], ['a', 'b', 'b'], '/1'],
    ['arrays by their length', ['a'], ['a', 'a'], ''],
    ['arrays of items without an id by their order', [{ a: 1 }, { a: 2 }], [{ a: 2 }, { a: 1 }], '/0/a'],
    ['texts by letter case', 'Ab', 'ab', ''],
    ['texts by a trailing space', { a: 'x ' }, { a: 'x' }, '/a'],
    ['instants a millisecond apart', '2024-01-01T00:00:00.001Z', '2024-01-01T00:00:00.002Z', ''],
    ['a day and its midnight', '2024-01-01', '2024-01-01T00:00:00Z', ''],
    ['absence of everything', undefined, {}, ''],
    ['members deep down', { 'a/b': { c: [{ id: 1, d: 1 }] } }, { 'a/b': { c: [{ id: 1, d: 2 }] } }, '/a~1b/c/0/d'],
    ['members named as the language names its own', { constructor: 1 }, {}, '/constructor'],
    ['a member called toString', {}, { toString: 'x' }, '/toString'],
    ['a member called __proto__', JSON.parse('{"__proto__": 1}'), {}, '/__proto__'],
  ])('%s', (_, a, b, pointer) => {
    expect(findDifferences(a, b).map((difference) => difference.pointer)).toContain(pointer);
    expect(isEquivalent(a, b)).toBe(false);
  });

  test('are returned with both sides, undefined if a value is missing', () => {
    expect(findDifferences({ a: 1, b: 2 }, { a: 1, c: 3 })).toEqual([
      { pointer: '/b', expected: 2, actual: undefined },
      { pointer: '/c', expected: undefined, actual: 3 },
    ]);
  });
});

describe('an instant', () => {
  test.each<[Json, number | undefined]>([
    ['2024-01-01T00:00:00Z', 1704067200000],
    ['2024-01-01 01:00:00+01:00', 1704067200000],
    ['2024-13-01T00:00:00Z', undefined],
    ['2024-01-01', undefined],
    ['on 2024-01-01T00:00:00Z', undefined],
    [1704067200000, undefined],
  ])('of %j is %j', (value, expected) => {
    expect(parseInstant(value)).toBe(expected);
  });

  test('without a zone is the same on every machine', () => {
    const zone = process.env.TZ;
    process.env.TZ = 'America/New_York';
    try {
      expect(new Date(0).getTimezoneOffset()).not.toBe(0);
      expect(parseInstant('2024-01-01T00:00:00')).toBe(1704067200000);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });
});

describe('a mask', () => {
  test.each<[string, string, boolean]>([
    ['/a', '/a', true],
    ['/a', '/a/b', true],
    ['/a', '/ab', false],
    ['/a/b', '/a', false],
    ['/items/*/seen', '/items/3/seen', true],
    ['/items/*/seen', '/items/3/seen/at', true],
    ['/items/*/seen', '/items/seen', false],
    ['/items/*', '/items', false],
    ['/a~1b', '/a~1b', true],
    ['', '/anything', true],
  ])('of %j over %j is %j', (pattern, pointer, expected) => {
    expect(createPointerMatcher(['/never', pattern])(pointer)).toBe(expected);
  });

  test('of no pointers covers nothing', () => {
    expect(createPointerMatcher([])('')).toBe(false);
  });
});

describe('without', () => {
  test('drops the covered places at any depth, and nothing else', () => {
    const value: JsonObject = {
      id: 1,
      items: [
        { a: 1, at: 'x' },
        { a: 2, at: 'y', deep: { at: 'stays' } },
      ],
      at: 'stays',
    };
    expect(omitPlaces(value, [['items', '*', 'at'], ['id']])).toEqual({
      items: [{ a: 1 }, { a: 2, deep: { at: 'stays' } }],
      at: 'stays',
    });
    expect(value).toHaveProperty(['items', 0, 'at'], 'x');
  });

  test('counts array positions as they were before anything was dropped', () => {
    expect(omitPlaces([{ a: 1 }, { a: 2, b: 2 }, { b: 3 }], [['0'], ['1', 'b']])).toEqual([{ a: 2 }, { b: 3 }]);
  });

  test('keeps scalars, null, false and absence', () => {
    expect(omitPlaces({ a: null, b: false, c: 0 }, [['d']])).toEqual({ a: null, b: false, c: 0 });
    expect(omitPlaces(undefined, [[]])).toBeUndefined();
    expect(omitPlaces('text', [[]])).toBe('text');
    expect(omitPlaces({ a: 1 }, [[]])).toEqual({});
  });
});

test.each<[string, string, boolean]>([
  ['2026-01-01T12:00:00Z', '2026-01-01T12:00:00.694Z', true],
  ['2026-01-01T12:00:00.694000+00:00', '2026-01-01T12:00:00.694Z', true],
  ['2026-01-01T12:00:00Z', '2026-01-01T12:00:01.001Z', false],
  ['2026-01-01T12:00:00.1Z', '2026-01-01T12:00:00.2Z', false],
  ['2026-01-01T12:00:00Z', '2026-01-01T12:00:01Z', false],
])('an instant without fractions equals every instant in its second: %s and %s', (a, b, isSame) => {
  expect([isEquivalent(a, b), isEquivalent(b, a)]).toEqual([isSame, isSame]);
});
