import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { guessMember } from '../calibrate/bodies/guess-member.js';
import { testCollection } from '../test-service.fixture.js';
import { adoptMarker, canCarryMarker } from './identity.js';

const taking = (schema: JsonObject, more: Partial<Collection> = {}): Collection => ({
  ...testCollection,
  marker: '/note',
  create: {
    method: 'POST',
    path: '/things',
    provenance: 'declared',
    statuses: [],
    parameters: [],
    request: { mediaType: 'application/json', schema },
  },
  ...more,
});
const note = (parts: JsonObject = {}): JsonObject => ({ type: 'string', ...parts });
const plain: JsonObject = {
  type: 'object',
  required: ['size'],
  properties: { size: { type: 'integer' }, note: note() },
};

describe('a body without a value for the marker', () => {
  test.each<[string, JsonObject, Json]>([
    ['leaves it out', plain, { size: 1 }],
    ['leaves it empty', plain, { size: 1, note: '' }],
    ['is wrong elsewhere, and stays so', plain, { size: 'x' }],
    ['has a schema in parts', { allOf: [plain, { required: ['size'] }] }, { size: 1 }],
  ])('gets it when it %s', (_, schema, body) => {
    expect(canCarryMarker(taking(schema), body)).toBe(true);
  });

  test.each<[string, JsonObject, Json]>([
    ['it says something there', plain, { size: 1, note: 'x' }],
    ['it says something of another type there', plain, { size: 1, note: 5 }],
    ['that is what is wrong with it', { ...plain, required: ['size', 'note'] }, { size: 1 }],
    ['the empty text is what is wrong', { ...plain, properties: { note: note({ minLength: 1 }) } }, { note: '' }],
    ['texts are not free there', { ...plain, properties: { note: note({ pattern: '^a' }) } }, {}],
    ['one more member may make it right', { ...plain, minProperties: 2 }, { size: 1 }],
    ['there are alternatives', { ...plain, oneOf: [{ required: ['note'] }, {}] }, { size: 1 }],
    ['the member is not described', { type: 'object', properties: {} }, { size: 1 }],
    ['it is no object', plain, [1]],
  ])('does not get it when %s', (_, schema, body) => {
    expect(canCarryMarker(taking(schema), body)).toBe(false);
  });

  test('is not added to a body declared as invalid, or without a marker member', () => {
    expect(canCarryMarker(taking(plain, { semanticInvalid: [{ size: 1 }] }), { size: 1 })).toBe(false);
    const { marker: _, ...markless } = taking(plain);
    expect(canCarryMarker(markless, { size: 1 })).toBe(false);
  });
});

describe('a member that a refusal asks for', () => {
  const { marker: _, ...unmarked } = taking(plain);
  const assumed = (schema: JsonObject): Collection =>
    ({ ...unmarked, create: { ...taking(schema).create, provenance: 'assumed' } }) as Collection;
  const adopt = (schema: JsonObject, member = '/note', collection = assumed(schema)) =>
    adoptMarker(collection, schema, member, undefined).marker;
  const having = (parts: JsonObject): JsonObject => ({ type: 'object', properties: { note: note(parts) } });

  test('gets the marker where it is a text, and nothing describes the items', () => {
    expect(adopt(plain)).toBe('/note');
    expect(adopt(having(guessMember('note')))).toBe('/note');
  });

  test.each<[string, string | undefined]>([
    ['a choice', adopt(having({ enum: ['a', 'b'] }))],
    ['a text with a form', adopt(having({ format: 'email' }))],
    ['no text', adopt(plain, '/size')],
    ['inside another one', adopt(plain, '/note/inside')],
    ['described', adopt(plain, '/note', unmarked as Collection)],
  ])('gets none where it is %s', (__, marker) => {
    expect(marker).toBeUndefined();
  });
});
