import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../model/json.js';
import { createBareCollection } from '../../model/service/bare-collection.js';
import type { Operation } from '../../model/service/operation.js';
import { isInvalidObject } from './is-invalid-object.js';

const schema: JsonObject = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { $ref: '#/components/name' },
    size: { type: 'integer', minimum: 0, maximum: 9 },
    kind: { type: 'string', enum: ['a', 'b'] },
    tags: { type: 'array', minItems: 1 },
    note: { type: ['string', 'null'] },
  },
};
const document: Json = { components: { name: { type: 'string', minLength: 1, maxLength: 3 } } };
const operation: Operation = {
  ...{ method: 'POST', path: '/things', provenance: 'described', statuses: [], parameters: [] },
  request: { mediaType: 'application/json', schema },
};
const collection = { ...createBareCollection('things'), create: operation, replace: operation, patch: operation };

test.each<[string, Json, boolean]>([
  ['a valid object', { name: 'abc', size: 9, kind: 'a', tags: ['x'], note: null }, false],
  ['a member that nothing describes', { name: 'a', other: 5 }, false],
  ['a missing member', { size: 1 }, true],
  ['another type', { name: 5 }, true],
  ['a text that is too long', { name: 'abcd' }, true],
  ['an empty text', { name: '' }, true],
  ['a number above its limit', { name: 'a', size: 10 }, true],
  ['a fraction for an integer', { name: 'a', size: 1.5 }, true],
  ['a value of no choice', { name: 'a', kind: 'c' }, true],
  ['a list that is too short', { name: 'a', tags: [] }, true],
  ['null where there is none', { name: null }, true],
  ['no object', ['a'], false],
])('%s', (_, sent, isInvalid) => {
  expect(isInvalidObject(collection, 'POST', sent, document)).toBe(isInvalid);
});

test('a patch may leave out every member', () => {
  expect(isInvalidObject(collection, 'PATCH', { size: 1 }, document)).toBe(false);
  expect(isInvalidObject(collection, 'PATCH', { size: 'x' }, document)).toBe(true);
});

test('without a schema, and in an envelope, every object may be valid', () => {
  const { create: _, ...bare } = collection;
  expect(isInvalidObject(bare, 'POST', { name: 5 }, document)).toBe(false);
  const wrapped = { ...collection, envelope: { style: 'member', request: 'thing' } as const };
  expect(isInvalidObject(wrapped, 'POST', { thing: { name: 'a' } }, document)).toBe(false);
});
