import { describe, expect, it } from 'vitest';
import { DocumentError } from '../document-error.js';
import { decodeText, parseText } from './parse-text.js';

const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

describe('special cases of YAML', () => {
  it.each<[string, string, unknown]>([
    ['a status without quotes', lines('200:', '  a: 1'), { 200: { a: 1 } }],
    ['words that were booleans once', lines('a: no', 'b: on', 'c: y'), { a: 'no', b: 'on', c: 'y' }],
    ['a date', 'a: 2024-02-29', { a: '2024-02-29' }],
    ['a time', 'a: 12:30:45', { a: '12:30:45' }],
    ['an alias', lines('a: &x { b: 1 }', 'c: *x'), { a: { b: 1 }, c: { b: 1 } }],
    [
      'a merge key',
      lines('a: &x { b: 1, c: 1 }', 'd:', '  <<: *x', '  c: 2'),
      { a: { b: 1, c: 1 }, d: { b: 1, c: 2 } },
    ],
    [
      'several merge keys',
      lines('a: &x { b: 1 }', 'c: &y { d: 2 }', 'e:', '  <<: *x', '  <<: *y'),
      { a: { b: 1 }, c: { d: 2 }, e: { b: 1, d: 2 } },
    ],
    [
      'an anchor that is used often',
      lines('a: &x { b: 1 }', 'c:', ...Array<string>(300).fill('  - *x')),
      expect.anything(),
    ],
    ['a mark of the order of octets', '\uFEFFa: 1', { a: 1 }],
    ['a trailing comma', '{"a": [1, 2,],}', { a: [1, 2] }],
    ['comments in JSON', '{ // one\n "a": "//no", /* two */ "b": 1 }', { a: '//no', b: 1 }],
    ['tabs as indentation', 'a:\n\tb: 1\n', { a: { b: 1 } }],
  ])('%s', (_, text, value) => expect(parseText(text, 'x').value).toEqual(value));

  it('uses the last of two keys, and notes its place', () => {
    expect(parseText(lines('a: 1', 'b: 2', 'a: 3'), 'api.yaml')).toEqual({
      value: { a: 3, b: 2 },
      notes: ['api.yaml:3:1: the key appears twice; both values are merged, and the last one wins'],
    });
  });

  it('takes a number and the same digits in quotes for one key', () => {
    const { value, notes } = parseText(lines('200: { a: 1 }', '"200": { b: 2 }'), 'api.yaml');
    expect(value).toEqual({ 200: { a: 1, b: 2 } });
    expect(notes).toEqual([expect.stringMatching(/^api\.yaml:2:1: /)]);
  });

  it('notes the place of each key, in the order of the text', () => {
    const { notes } = parseText(lines('a:', '  b: 1', '  b: 2', 'c: [{ d: 1, d: 2 }]', 'e: 3', 'e: 4'), 'x');
    expect(notes.map((note) => /^x:\d+/.exec(note)?.[0])).toEqual(['x:3', 'x:4', 'x:6']);
  });

  it('reads a map of very many keys in time', () => {
    const many = lines(...Array.from({ length: 100_000 }, (_, n) => `k${n}: 1`));
    expect(Object.keys(parseText(many, 'x').value as object)).toHaveLength(100_000);
  });

  it('joins two maps under one key', () => {
    const twice = lines('/a:', '  get: { x: 1 }', '/b: {}', '/a:', '  get: { y: 2 }', '  post: {}');
    expect(parseText(twice, 'x').value).toEqual({ '/a': { get: { x: 1, y: 2 }, post: {} }, '/b': {} });
  });

  it('sums up many notes', () => {
    const { notes } = parseText(lines(...Array<string>(12).fill('a: 1')), 'x');
    expect(notes).toHaveLength(6);
    expect(notes[5]).toBe('and 6 more like it');
  });

  it.each([
    ['comments', '{ // one\n "a": 1 }', /comments and trailing commas/],
    ['tabs', 'a:\n\tb: 1\n', /tabs, which YAML does not allow/],
  ])('notes that it tolerated %s', (_, text, note) => expect(parseText(text, 'x').notes[0]).toMatch(note));

  it('notes nothing about a valid text', () => {
    expect([parseText('{"a":1}', 'x').notes, parseText('a: 1', 'x').notes]).toEqual([[], []]);
  });
});

describe('aliases that expand without end', () => {
  const bomb = ['a0: &a0 [x, x]', ...Array.from({ length: 40 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`)];

  it.each<[string, string, RegExp]>([
    ['aliases of aliases', lines(...bomb), /resource exhaustion|has more than 5000000 parts/],
    ['an alias of itself', lines('a: &x', '  b: *x'), /contains itself|cannot be parsed/],
    ['depth', `${'['.repeat(1000)}${']'.repeat(1000)}`, /is nested deeper than 400 levels/],
    ['more depth', '['.repeat(100_000), /cannot be parsed/],
  ])('%s', (_, text, message) => {
    const parsing = () => parseText(text, 'x');
    expect(parsing).toThrow(DocumentError);
    expect(parsing).toThrow(message);
  });
});

describe('octets', () => {
  const utf16 = (text: string, isBig: boolean): Uint8Array => {
    const octets = Buffer.from(text, 'utf16le');
    return isBig ? octets.swap16() : octets;
  };

  it.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from('é: 1')],
    ['UTF-8 with a mark', Buffer.from('\uFEFFé: 1')],
    ['UTF-16 with a mark', utf16('\uFEFFé: 1', false)],
    ['UTF-16 with a mark, the other way round', utf16('\uFEFFé: 1', true)],
  ])('%s', (_, octets) => expect(parseText(decodeText(octets), 'x').value).toEqual({ é: 1 }));

  it('UTF-16 without a mark', () => {
    expect([utf16('{"a":1}', false), utf16('{"a":1}', true)].map(decodeText)).toEqual(['{"a":1}', '{"a":1}']);
  });
});
