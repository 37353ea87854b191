import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { testCollection } from '../test-service.fixture.js';
import { buildItemAddress, readCreatedAddress, readEntryAddress } from './item-address.js';
import { generateUnusedId } from './unique-values.js';

const made = (json: Json | undefined, location?: string): Exchange => ({
  n: 1,
  method: 'POST',
  path: '/things',
  answer: { status: 201, headers: location === undefined ? {} : { location }, text: '', json },
  silence: undefined,
});
const { itemPath: _, ...unknownShape } = testCollection;
const base = 'http://h/api';

test.each(['', '.', '..'])('the id %j gives no address: it would be that of the list, or of what is above it', (id) =>
  expect(buildItemAddress(testCollection, id)).toBeUndefined(),
);

describe('a created item is', () => {
  test.each<[string, Collection, Json | undefined, string | undefined, unknown]>([
    ['where its id says', testCollection, { id: 'a' }, undefined, { id: 'a', path: '/things/a' }],
    ['where its number says', testCollection, { id: 7 }, undefined, { id: '7', path: '/things/7' }],
    [
      'where an id says that needs encoding',
      testCollection,
      { id: 'a/b ü%?' },
      undefined,
      { id: 'a/b ü%?', path: '/things/a%2Fb%20%C3%BC%25%3F' },
    ],
    [
      'where an id says that could pass for a pattern',
      testCollection,
      { id: '$&$1' },
      undefined,
      { id: '$&$1', path: '/things/%24%26%241' },
    ],
    [
      'where its id says, also where Location leads elsewhere',
      testCollection,
      { id: 'a' },
      '/status/9',
      { id: 'a', path: '/things/a' },
    ],
    ['where Location says', testCollection, undefined, '/api/things/a', { id: 'a', path: '/things/a' }],
    ['where an absolute Location says', testCollection, {}, 'http://h/api/things/a', { id: 'a', path: '/things/a' }],
    [
      'where a Location of an inner host says',
      testCollection,
      {},
      'http://inner:8080/api/things/a',
      { id: 'a', path: '/things/a' },
    ],
    ['where a Location without the prefix says', testCollection, {}, '/things/a', { id: 'a', path: '/things/a' }],
    ['where an encoded Location says', testCollection, {}, '/api/things/a%2Fb', { id: 'a/b', path: '/things/a%2Fb' }],
    [
      'at the Location, when the form of an address is unknown',
      unknownShape,
      { id: 'a' },
      '/api/t/a',
      { id: 'a', path: '/t/a' },
    ],
    [
      'where its nested id says',
      { ...testCollection, id: { pointer: '/meta/uid' } },
      { meta: { uid: 'u' } },
      undefined,
      { id: 'u', path: '/things/u' },
    ],
    ['nowhere by a Location of the collection', testCollection, undefined, '/api/things', undefined],
    ['nowhere by a Location below an item', testCollection, undefined, '/api/things/a/parts', undefined],
    ['nowhere by a Location of something else', testCollection, undefined, '/api/users/a', undefined],
    ['nowhere by a Location of something else, whatever its shape', unknownShape, undefined, '/api/users/a', undefined],
    ['nowhere without both', testCollection, { name: 'a' }, undefined, undefined],
    ['nowhere by an id that is no id', testCollection, { id: null }, undefined, undefined],
    [
      'unknown with only an id, when the form of an address is unknown',
      unknownShape,
      { id: 'a' },
      undefined,
      undefined,
    ],
  ])('%s', (_, collection, json, location, expected) => {
    expect(readCreatedAddress(collection, made(json, location), base)).toEqual(expected);
  });

  test('not at the Location of a 202 response: it is a status monitor', () => {
    const { answer, ...rest } = made(undefined, '/api/things/job-1');
    const accepted = { ...rest, answer: answer && { ...answer, status: 202 } };
    expect(readCreatedAddress(testCollection, accepted, base)).toBeUndefined();
  });

  test('found by the id of its entry in a list', () => {
    expect(readEntryAddress(testCollection, { id: 9 })).toEqual({ id: '9', path: '/things/9' });
    expect(readEntryAddress(testCollection, 'no thing')).toBeUndefined();
    expect(buildItemAddress(unknownShape, 'a')).toBeUndefined();
  });
});

describe('an invented id', () => {
  test.each([
    [
      'a UUID',
      '018f3a52-7c1e-7b44-9d0a-0123456789ab',
      /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
    ],
    ['a small number', '7', /^\d{7}$/],
    ['a long number', '1234567890123', /^\d{13}$/],
    ['hexadecimal digits', '65f1c0ffee65f1c0ffee65f1', /^[0-9a-f]{24}$/],
    ['a prefix and a word', 'ord_8fJ2kQ9x', /^ord_\d[A-Fa-f][A-Z]\d[a-z][A-Z]\d[a-z]$/],
    ['a prefix and a small number', 'order-7', /^order-\d{7}$/],
    ['padding at its end', 'Zm9vYmFyMQ==', /^[0-9A-Za-z]{10}==$/],
    ['a slug', 'blue-shoe', /^blue-[a-z]{4}$/],
  ])('has the format of %s, and is never the real one', (_, real, shape) => {
    for (let i = 0; i < 300; i += 1) {
      expect(generateUnusedId(real)).toMatch(shape);
      expect(generateUnusedId(real)).not.toBe(real);
    }
  });

  test.each(['日本', '-', '=='])('differs even for %s', (real) => {
    expect(generateUnusedId(real)).not.toBe(real);
  });

  test('is new each time', () => {
    expect(new Set(Array.from({ length: 50 }, () => generateUnusedId('ord_8fJ2kQ9x'))).size).toBe(50);
  });
});

test('lengthens a word of a few letters, because another one of its length may be the id of an item', () => {
  for (const real of ['a', 'ok', 'x-b']) expect(generateUnusedId(real)).toMatch(new RegExp(`^${real}\\w{6,}$`));
});

test('chooses a distant number for a short id, because the next ones are given to new items', () => {
  for (const real of ['t7', 'ab12', 'X999']) {
    const minted = generateUnusedId(real);
    expect(minted).toMatch(new RegExp(`^${real.replace(/\d+$/, '')}\\d{7,}$`));
  }
});

describe('the query of a Location', () => {
  const enumerated = { name: 'v', in: 'query' as const, required: true, schema: { enum: ['7'] } };
  const wanting = (read: object, remove: object = read) =>
    ({
      ...testCollection,
      read: { ...testCollection.read, parameters: [{ ...enumerated, ...read }] },
      remove: { ...testCollection.remove, parameters: [{ ...enumerated, ...remove }] },
    }) as Collection;
  test.each<[string, Collection, string]>([
    ['is left out where reading and removing require it with this value', wanting({}), '/things/a'],
    ['stays with another value', wanting({ schema: { enum: ['8'] } }), '/things/a?v=7'],
    ['stays where several values are possible', wanting({ schema: { enum: ['7', '8'] } }), '/things/a?v=7'],
    ['stays where only reading requires it', wanting({}, { required: false }), '/things/a?v=7'],
    ['stays where the document says nothing', testCollection, '/things/a?v=7'],
  ])('%s', (_, collection, path) => {
    expect(readCreatedAddress(collection, made(undefined, '/things/a?v=7'), base)).toEqual({ id: 'a', path });
  });
});
