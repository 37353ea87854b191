import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#rule';
import { createBareCollection } from '../../src/model/service/bare-collection.js';
import { listTextFilters, textFilter } from './_shared/literal-values.js';

const collectionWith = (name: string, schema: JsonObject, marker?: string) => ({
  ...createBareCollection('things'),
  ...(marker !== undefined && { marker }),
  list: {
    ...({ method: 'GET', path: '/things', provenance: 'described', statuses: [] } as const),
    parameters: [{ name, in: 'query' as const, required: false, schema }],
  },
});
const text = { type: 'string' };

describe('a described parameter compares free text', () => {
  test.each<[string, ReturnType<typeof collectionWith>, boolean]>([
    ['if its name says that it searches', collectionWith('q', text, '/name'), true],
    ['if it has the name of the marked text', collectionWith('name', text, '/name'), true],
    ['but not if no text can be marked', collectionWith('q', text), false],
    ['but not if it has another name', collectionWith('color', text, '/name'), false],
    ['but not if its values are listed', collectionWith('q', { ...text, enum: ['a'] }, '/name'), false],
    ['but not if it takes patterns', collectionWith('q', { ...text, description: '% is a wildcard' }, '/name'), false],
  ])('%s', (_, collection, expected) => {
    expect(textFilter.isMet(collection as never)).toBe(expected);
  });
});

test.each([
  ['Search in name', '/name'],
  ['Search in name and note', '/note'],
  ['Search in kind', '/note'],
  ['Full-text search', '/note'],
])('a search with the description %j is one of %s', (description, expected) => {
  const members = { name: text, note: text, label: text, kind: { ...text, enum: ['a'] } };
  const schema = { type: 'object', properties: members };
  const create = { method: 'POST', path: '/things', request: { mediaType: 'application/json', schema } };
  const collection = { ...collectionWith('q', { ...text, description }, '/note'), create };
  expect(listTextFilters(collection as never)).toEqual([['q', expected]]);
});
