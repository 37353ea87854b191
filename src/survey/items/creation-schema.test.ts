import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../model/json.js';
import { generalizeCreation } from './creation-schema.js';

const made = (name: string, values: readonly Json[]): Json | undefined => {
  const things = values.map((value, n) => ({ id: 1000 + n, [name]: value }));
  return (generalizeCreation(things, '/id').properties as JsonObject)[name];
};
const times = (many: number, ...values: Json[]): Json[] =>
  Array.from({ length: many }, (_, n) => values[n % values.length] ?? null);

describe('a creation like the existing items', () => {
  it.each<[string, string, Json[], Json]>([
    ['words', 'title', ['Tea', 'Milk'], { type: 'string', minLength: 1, maxLength: 24 }],
    ['words that may be empty', 'title', ['Tea', ''], { type: 'string', minLength: 0, maxLength: 24 }],
    ['long words', 'title', ['x'.repeat(90)], { type: 'string', minLength: 1, maxLength: 90 }],
    ['few words in many things', 'finish', times(8, 'matt', 'gloss'), { type: 'string', enum: ['matt', 'gloss'] }],
    ['few words in few things', 'finish', ['matt', 'gloss'], { type: 'string', minLength: 1, maxLength: 24 }],
    [
      'a repeated word',
      'finish',
      ['matt', 'gloss', 'matt'],
      { type: 'string', minLength: 1, maxLength: 24, examples: ['matt'] },
    ],
    ['few words of a choice', 'priority', ['low'], { type: 'string', enum: ['low'] }],
    [
      'few names in many things',
      'customerName',
      times(9, 'Ann', 'Bob'),
      { type: 'string', minLength: 1, maxLength: 24 },
    ],
    ['addresses', 'email', ['a@b.example'], { type: 'string', format: 'email' }],
    ['days', 'due', ['2026-01-02'], { type: 'string', format: 'date' }],
    ['numbers in writing', 'zip', ['10115', '80331'], { type: 'string', pattern: '^[0-9]{5}$' }],
    ['codes', 'code', ['AB-12', 'XY-34'], { type: 'string', pattern: '^[A-Z]{2}-[0-9]{2}$' }],
    ['codes of several shapes', 'code', ['AB-12', 'XY-3'], { type: 'string', minLength: 1, maxLength: 24 }],
    ['tokens', 'serial', ['d1f4815b', '0358e514', '9a0c11ee'], { type: 'string', pattern: '^[a-f0-9]{8}$' }],
    [
      'tokens of all letters',
      'serial',
      ['k1f4815b', '0358e51z', '9a0c11ee'],
      { type: 'string', pattern: '^[a-z0-9]{8}$' },
    ],
    ['words with numbers', 'title', ['story12', 'story34', 'story56'], { type: 'string', minLength: 1, maxLength: 24 }],
    ['references', 'customerId', ['c9', 'c7'], { type: 'string' }],
    ['numbered references', 'customer_id', [9, 7], { type: 'integer' }],
    ['whole numbers', 'quantity', [3, 9], { type: 'integer', minimum: 3, maximum: 9 }],
    ['one whole number', 'quantity', [1], { type: 'integer', minimum: 1, maximum: 2 }],
    ['none', 'quantity', [0], { type: 'integer', minimum: 0, maximum: 1 }],
    ['amounts', 'price', [1.5, 20.25], { type: 'number', minimum: 1.5, maximum: 20.25, multipleOf: 0.01 }],
    ['flags', 'gift', [true], { type: 'boolean' }],
    [
      'lists',
      'tags',
      [['a', 'b'], []],
      { type: 'array', items: { type: 'string', minLength: 1, maxLength: 24 }, maxItems: 2, uniqueItems: true },
    ],
    ['empty lists', 'tags', [[]], { type: 'array', maxItems: 0 }],
    [
      'parts',
      'size',
      [{ w: 1, h: 2 }],
      {
        type: 'object',
        properties: { w: { type: 'integer', minimum: 1, maximum: 2 }, h: { type: 'integer', minimum: 1, maximum: 3 } },
        required: ['w', 'h'],
      },
    ],
  ])('%s', (_, name, values, schema) => expect(made(name, values)).toEqual(schema));

  it.each<[string, string, Json]>([
    ['the id', 'id', 7],
    ['a stamp', 'createdAt', '2026-01-02T03:04:05Z'],
    ['what was only ever null', 'note', null],
    ['a state', 'status', 'open'],
    ['a count', 'commentCount', 3],
    ['a link to itself', 'address', '/things/1000/pages'],
    ['an annotation', '@odata.etag', 'W/1'],
    ['another object inline', 'customer', { id: 4, name: 'Ann' }],
    ['other objects inline', 'lines', [{ id: 4 }]],
  ])('does not send %s', (_, name, value) => expect(made(name, [value])).toBeUndefined());

  it('does not send the id of an item that is known by its URL, but other members with numbers', () => {
    const things = [70, 81].map((port, n) => ({ port, floor: n, self: `/things/${port}` }));
    expect(generalizeCreation(things, '/self')).toMatchObject({ required: ['floor'] });
    const others = things.map((thing, n) => ({ ...thing, port: n === 0 ? 70 : 82 }));
    expect(generalizeCreation(others, '/self')).toMatchObject({ required: ['port', 'floor'] });
  });

  it('requires members that are always present, and sends no null', () => {
    const things: JsonObject[] = [
      { id: 1, a: 'x', b: 'y', c: null },
      { id: 2, a: 'x', c: 'z' },
    ];
    expect(generalizeCreation(things, '/id')).toMatchObject({ required: ['a'], properties: { c: { type: 'string' } } });
  });

  it('copies the URN that all items have, and no other', () => {
    const things = times(3, 0).map((_, n) => ({ id: n, schemas: ['urn:a:1'], isbn: `urn:isbn:${n}` }));
    const { properties } = generalizeCreation(things, '/id');
    expect(properties).toMatchObject({ schemas: { items: { enum: ['urn:a:1'] } }, isbn: { type: 'string' } });
    expect(JSON.stringify(properties)).not.toContain('isbn:');
  });

  it('copies no user content', () => {
    const person = {
      name: 'Ann Example',
      email: 'ann@private.example',
      phone: '+49 30 123456',
      city: 'Bern',
      note: 'call',
      birthDate: '1990-01-02',
    };
    const things = times(9, 0).map((_, n) => ({ id: n + 1, ...person }));
    const text = JSON.stringify(generalizeCreation(things, '/id'));
    for (const value of Object.values(person)) expect(text).not.toContain(value);
  });
});
