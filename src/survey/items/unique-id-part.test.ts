import { describe, expect, test } from 'vitest';
import { createBareCollection } from '../../model/service/bare-collection.js';
import type { Collection } from '../../model/service/subject.js';
import { addUniqueIdPart } from './unique-id-part.js';

const text = { type: 'string' };
const properties = { area: text, level: { type: 'integer' }, code: text, kind: { enum: ['x', 'y'] } };
const create = {
  ...{ method: 'POST' as const, path: '/zones', provenance: 'described' as const, statuses: [], parameters: [] },
  request: { mediaType: 'application/json', schema: { type: 'object', properties } },
};
const zones: Collection = { ...createBareCollection('zones'), create, id: { pointer: '/ref' } };

const find = (entries: readonly Record<string, string | number>[], collection = zones) =>
  addUniqueIdPart(collection, entries, undefined).unique;

describe('a text that is part of the id of every entry', () => {
  test.each(['.', '/', ' - ', '_', '::'])('is unique, where it differs most: %s', (between) => {
    const entries = ['n', 's', 'e'].map((code) => {
      const area = code === 'n' ? 'north' : 'rest';
      return { ref: [area, code].join(between), area, code };
    });
    expect(find(entries)).toEqual(['/code']);
  });

  test.each<[string, readonly Record<string, string | number>[]]>([
    [
      'is inside a word of one',
      [
        { ref: 'a.1', code: 'a' },
        { ref: 'ab.2', code: 'b' },
      ],
    ],
    [
      'is the same in all',
      [
        { ref: 'a.1', code: 'a' },
        { ref: 'a.2', code: 'a' },
      ],
    ],
    ['is missing in one', [{ ref: 'a.1', code: 'a' }, { ref: 'b.2' }]],
    [
      'is all of it',
      [
        { ref: 'a', code: 'a' },
        { ref: 'b', code: 'b' },
      ],
    ],
    [
      'is in no creation',
      [
        { ref: 'a.1', other: 'a' },
        { ref: 'b.1', other: 'b' },
      ],
    ],
    [
      'is a choice',
      [
        { ref: 'x.1', kind: 'x' },
        { ref: 'y.1', kind: 'y' },
      ],
    ],
    ['is that of one entry', [{ ref: 'a.1', code: 'a' }]],
  ])('is not said to be unique where it %s', (_, entries) => {
    expect(find(entries)).toEqual([]);
  });

  test('changes nothing where a unique member is part of it, or declared', () => {
    const entries = ['n', 's'].map((code) => ({ ref: `${code}.${code}`, area: code, code }));
    expect(find(entries, { ...zones, unique: ['/area'] })).toEqual(['/area']);
  });
});
