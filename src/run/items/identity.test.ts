import { describe, expect, test } from 'vitest';
import { getAtPointer, type Json, type JsonObject } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { testCollection } from '../test-service.fixture.js';
import { createIdentity, type Identity, prepareBody } from './identity.js';

const marked: Collection = { ...testCollection, marker: '/note' };
const identity: Identity = { mark: 'assay-0123abcd-efgh5678', word: 'efgh5678', uniques: {} };
const unlimited = Number.POSITIVE_INFINITY;

/** The collection whose creations have this schema. */
const withSchema = (schema: JsonObject): Collection => {
  const request = { mediaType: 'application/json', schema };
  const create = {
    method: 'POST',
    path: '/things',
    provenance: 'declared',
    statuses: [],
    parameters: [],
    request,
  } as const;
  return { ...marked, create };
};

const limited = (limit: number) =>
  limit === unlimited ? marked : withSchema({ properties: { note: { maxLength: limit } } });
const noted = (note: Json, limit = unlimited, isMarked = false) =>
  getAtPointer(prepareBody(limited(limit), { note }, identity, { isMarked }), '/note');

describe('the marker', () => {
  test('is appended to the generated text', () => {
    expect(noted('hello')).toBe('hello assay-0123abcd-efgh5678');
  });

  test.each<[string, object]>([
    ['a pattern', { type: 'string', pattern: '^[a-z]{2,8}$' }],
    ['an enumeration', { enum: ['hello', 'goodbye'] }],
    ['a constant', { const: 'hello' }],
    ['a format', { type: 'string', format: 'hostname', pattern: '^\\S+$' }],
  ])('is not added where the schema has %s that forbids it', (_, note) => {
    const collection = withSchema({ properties: { note } } as JsonObject);
    const prepare = (body: Json, isMarked = false) => prepareBody(collection, body, identity, { isMarked });
    expect(prepare({ note: 'hello' }, true)).toEqual({ note: 'hello' });
    expect(prepare({}, true)).toEqual({});
  });

  test('is added to a text that the schema forbids anyway', () => {
    const collection = withSchema({ properties: { note: { pattern: '^[a-z]{2,8}$' } } });
    const prepared = prepareBody(collection, { note: 'NO' }, identity);
    expect(prepared).toEqual({ note: 'NO assay-0123abcd-efgh5678' });
  });

  test('is not added twice', () => {
    expect(noted(noted('hello') ?? null)).toBe('hello assay-0123abcd-efgh5678');
  });

  test.each<[string, Json]>([
    ['an empty text', ''],
    ['null', null],
    ['a number', 7],
  ])('is omitted from %s, unless it is required', (_, note) => {
    expect(noted(note)).toEqual(note);
    expect(noted(note, unlimited, true)).toBe(identity.mark);
  });

  test('is added in a missing member only if it is required', () => {
    expect(prepareBody(marked, { a: 1 }, identity)).toEqual({ a: 1 });
    expect(prepareBody(marked, { a: 1 }, identity, { isMarked: true })).toEqual({
      a: 1,
      note: identity.mark,
    });
  });

  test.each([23, 24, 25, 30, 60, 255, 300, unlimited])('never makes a text longer than %d characters', (limit) => {
    for (const text of ['x', 'word '.repeat(80), '\u{1F600}'.repeat(300), ' '.repeat(400)]) {
      const note = String(noted(text, limit, true));
      expect([...note].length).toBeLessThanOrEqual(limit);
      expect(note).toContain(identity.mark);
      expect(note).toBe(note.normalize());
      expect(note).toBe(Buffer.from(note).toString());
    }
  });

  test.each([60, 255, 300, 5000])('keeps the length of a text of the maximum length: %i', (limit) => {
    expect([...String(noted('x'.repeat(limit), limit))]).toHaveLength(limit);
  });

  test.each([0, 5, 22])('is omitted when only %d characters are allowed', (limit) => {
    expect(noted('drawn', limit, true)).toBe('drawn');
    expect(prepareBody(limited(limit), {}, identity, { isMarked: true })).toEqual({});
  });

  test('leaves values that are not objects unchanged, and bodies without a possible member', () => {
    expect(prepareBody(marked, ['a'], identity, { isMarked: true })).toEqual(['a']);
    expect(prepareBody(testCollection, { note: 'x' }, identity, { isMarked: true })).toEqual({
      note: 'x',
    });
  });
});

describe('the maximum length of a member is read', () => {
  const document: Json = {
    components: {
      schemas: {
        'a/b': { properties: { note: { maxLength: 30 } } },
        text: { type: 'string', maxLength: 40 },
        loop: { $ref: '#/components/schemas/loop' },
      },
    },
  };
  test.each<[string, JsonObject | undefined, number]>([
    ['from the member', { properties: { note: { maxLength: 50 } } }, 50],
    ['through a reference to the whole', { $ref: '#/components/schemas/a~1b' }, 30],
    ['through an encoded reference', { $ref: '#/components/schemas/a%7E1b' }, 30],
    ['through a reference of the member', { properties: { note: { $ref: '#/components/schemas/text' } } }, 40],
    [
      'as the least of all parts',
      { allOf: [{ $ref: '#/components/schemas/a~1b' }, { properties: { note: { maxLength: 26 } } }] },
      26,
    ],
    ['as none where none is set', { properties: { note: {} } }, unlimited],
    ['as none where there is no schema', undefined, unlimited],
    ['as none from a circle', { $ref: '#/components/schemas/loop' }, unlimited],
  ])('%s', (_, schema, expected) => {
    const collection = schema === undefined ? marked : withSchema(schema);
    const note = getAtPointer(prepareBody(collection, { note: 'x'.repeat(999) }, identity, { document }), '/note');
    expect(String(note)).toHaveLength(expected === unlimited ? 255 : expected);
  });
});

test('a switch that one item of others may have is left off', () => {
  const collection: Collection = {
    ...testCollection,
    exclusive: ['/main', '/paid', '/late'],
    overrides: { '/paid': true },
  };
  const prepare = (body: Json) => prepareBody(collection, body, createIdentity('run'));
  expect(prepare({ main: true, paid: false })).toMatchObject({ main: false, paid: true });
  expect(prepare({ main: 'yes' })).toEqual({ main: 'yes', paid: true });
});

describe('unique members', () => {
  const unique: Collection = {
    ...testCollection,
    unique: ['/code', '/contact/email', '/number'],
    overrides: { '/tenant/id': 7 },
  };
  const body: Json = { code: 'drawn', contact: { email: 'a@b.cd', name: 'n' }, number: 5, tenant: { id: 1, x: 2 } };
  const prepared = () => prepareBody(unique, body, createIdentity('run'));

  test('are generated for each item, of the same kind as the generated value', () => {
    const [first, second] = [prepared(), prepared()];
    for (const pointer of unique.unique)
      expect(getAtPointer(first, pointer)).not.toEqual(getAtPointer(second, pointer));
    expect(getAtPointer(first, '/code')).toMatch(/^assay-[a-z0-9]{12}$/);
    expect(getAtPointer(first, '/contact/email')).toMatch(/^assay-[a-z0-9]{12}@example\.com$/);
    expect(getAtPointer(first, '/number')).toEqual(expect.any(Number));
    expect(getAtPointer(first, '/contact/name')).toBe('n');
  });

  test('keep their values for the same item', () => {
    const own = createIdentity('run');
    const [first, second] = [prepareBody(unique, body, own), prepareBody(unique, { code: 'other' }, own)];
    expect(getAtPointer(first, '/code')).toEqual(getAtPointer(second, '/code'));
  });

  test('that were not generated are not added, and overrides always are', () => {
    expect(prepareBody(unique, { a: 1 }, createIdentity('run'))).toEqual({
      a: 1,
      tenant: { id: 7 },
    });
    expect(getAtPointer(prepared(), '/tenant')).toEqual({ id: 7, x: 2 });
  });

  test('and markers differ for each item of a run, and contain the run marker', () => {
    const marks = Array.from({ length: 100 }, () => createIdentity('0123abcd').mark);
    expect(new Set(marks).size).toBe(100);
    for (const mark of marks) expect(mark).toMatch(/^assay-0123abcd-[a-z0-9]{8}$/);
  });
});

test('a UUID as an id has the version and the variant of those that exist', () => {
  const schema = { properties: { id: { type: 'string', format: 'uuid' } } };
  const standing = ['0f3e2d1c-aaaa-7bbb-accc-123456789abc'];
  const collection: Collection = { ...withSchema(schema), id: { pointer: '/id' }, unique: ['/id'], standing };
  const drawn = { id: '0f3e2d1c-aaaa-4bbb-8ccc-123456789abc' };
  const prepared = prepareBody(collection, drawn, createIdentity('0123abcd'));
  expect(String(getAtPointer(prepared, '/id'))).toMatch(/^.{14}7.{4}a/);
});
