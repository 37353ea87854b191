import { describe, expect, test } from 'vitest';
import { buildPointer, getAtPointer, type Json, parsePointer, setAtPointer } from './json.js';

describe('a JSON pointer', () => {
  test.each([
    ['', []],
    ['/', ['']],
    ['/a~1b', ['a/b']],
    ['/m~0n', ['m~n']],
    ['/~01', ['~1']],
    ['/a//b', ['a', '', 'b']],
  ])('%j has the tokens %j, and they lead back to it', (pointer, tokens) => {
    expect(parsePointer(pointer)).toEqual(tokens);
    expect(buildPointer(tokens)).toBe(pointer);
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
    expect(getAtPointer({ 'a/b': { '~': [10, { x: null }] }, '': 'empty' }, pointer)).toEqual(expected);
  });

  test('leads to members with names such as constructor', () => {
    const value = JSON.parse('{"__proto__": {"constructor": 1}}');
    expect(getAtPointer(value, '/__proto__/constructor')).toBe(1);
  });
});

describe('withAt', () => {
  test('replaces a value in a copy', () => {
    const original = { a: 1, b: { c: 2 }, d: 3 };
    const copy = setAtPointer(original, '/b/c', 9);
    expect(JSON.stringify(copy)).toBe('{"a":1,"b":{"c":9},"d":3}');
    expect(original).toEqual({ a: 1, b: { c: 2 }, d: 3 });
  });

  test('creates missing parents, and replaces the whole for the empty pointer', () => {
    expect(setAtPointer({}, '/a/b~1c', 1)).toEqual({ a: { 'b/c': 1 } });
    expect(setAtPointer(undefined, '/a', 1)).toEqual({ a: 1 });
    expect(setAtPointer({ a: 1 }, '', [2])).toEqual([2]);
  });

  test('puts into arrays at their index', () => {
    const original = { list: [{ a: 1 }, { a: 2 }] };
    expect(setAtPointer(original, '/list/1/a', 9)).toEqual({ list: [{ a: 1 }, { a: 9 }] });
    expect(original.list[1]).toEqual({ a: 2 });
  });

  test('removes a member for undefined', () => {
    expect(setAtPointer({ a: 1, b: { c: 2, d: 3 } }, '/b/c', undefined)).toEqual({ a: 1, b: { d: 3 } });
    expect(setAtPointer({ a: 1 }, '/b', undefined)).toEqual({ a: 1 });
  });

  test('writes a member called __proto__ as a member', () => {
    const made = setAtPointer({}, '/__proto__', { polluted: true });
    expect(JSON.stringify(made)).toBe('{"__proto__":{"polluted":true}}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
