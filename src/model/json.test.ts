import { describe, expect, test } from 'vitest';
import { at, type Json, pointerOf, tokensOf, withAt } from './json.js';

describe('a JSON pointer', () => {
  test.each([
    ['', []],
    ['/', ['']],
    ['/a~1b', ['a/b']],
    ['/m~0n', ['m~n']],
    ['/~01', ['~1']],
    ['/a//b', ['a', '', 'b']],
  ])('%j has the tokens %j, and they lead back to it', (pointer, tokens) => {
    expect(tokensOf(pointer)).toEqual(tokens);
    expect(pointerOf(tokens)).toBe(pointer);
  });

  test.each<[string, Json | undefined]>([
    ['', { 'a/b': { '~': [10, { x: null }] }, '': 'empty' }],
    ['/', 'empty'],
    ['/a~1b/~0/0', 10],
    ['/a~1b/~0/1/x', null],
    ['/a~1b/~0/2', undefined],
    ['/a~1b/~0/length', undefined],
    ['/a~1b/~0/-', undefined],
    ['/toString', undefined],
    ['/__proto__', undefined],
    ['/a~1b/missing/deeper', undefined],
    ['//deeper', undefined],
  ])('%j leads to %j', (pointer, expected) => {
    expect(at({ 'a/b': { '~': [10, { x: null }] }, '': 'empty' }, pointer)).toEqual(expected);
  });

  test('leads to members that carry the names of the language', () => {
    const value = JSON.parse('{"__proto__": {"constructor": 1}}');
    expect(at(value, '/__proto__/constructor')).toBe(1);
  });
});

describe('withAt', () => {
  test('replaces in place, and leaves the original alone', () => {
    const original = { a: 1, b: { c: 2 }, d: 3 };
    const copy = withAt(original, '/b/c', 9);
    expect(JSON.stringify(copy)).toBe('{"a":1,"b":{"c":9},"d":3}');
    expect(original).toEqual({ a: 1, b: { c: 2 }, d: 3 });
  });

  test('makes missing parents, and the whole for the empty pointer', () => {
    expect(withAt({}, '/a/b~1c', 1)).toEqual({ a: { 'b/c': 1 } });
    expect(withAt(undefined, '/a', 1)).toEqual({ a: 1 });
    expect(withAt({ a: 1 }, '', [2])).toEqual([2]);
  });

  test('puts into arrays at their index', () => {
    const original = { list: [{ a: 1 }, { a: 2 }] };
    expect(withAt(original, '/list/1/a', 9)).toEqual({ list: [{ a: 1 }, { a: 9 }] });
    expect(original.list[1]).toEqual({ a: 2 });
  });

  test('takes a member out when there is nothing to put', () => {
    expect(withAt({ a: 1, b: { c: 2, d: 3 } }, '/b/c', undefined)).toEqual({ a: 1, b: { d: 3 } });
    expect(withAt({ a: 1 }, '/b', undefined)).toEqual({ a: 1 });
  });

  test('writes a member called __proto__ as a member', () => {
    const made = withAt({}, '/__proto__', { polluted: true });
    expect(JSON.stringify(made)).toBe('{"__proto__":{"polluted":true}}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
