import { describe, expect, it } from 'vitest';
import { createLibraryDocument as library } from '../../../tools/library-service/openapi/openapi.js';
import { startDemo } from '../../demo/start-demo.js';
import { getAtPointer, type Json, type JsonObject } from '../../model/json.js';
import { openapi30Document, swagger20Document } from './documents.fixture.js';
import { prepareDocument } from './prepare-document.js';

const answer = { responses: { 200: { description: 'ok' } } };
const withSchema = (schema: Json, version = '3.1.0'): JsonObject => ({
  openapi: version,
  paths: { '/a': { get: answer } },
  components: { schemas: { A: schema } },
});
const place = '#/components/schemas/A';

describe('a valid document', () => {
  it('of OpenAPI 3.1 stays as it is, also an enum that excludes null on purpose', () => {
    const document = withSchema({ type: ['string', 'null'], enum: ['a'] });
    expect(prepareDocument(document)).toEqual({ document, notes: [], omitted: [] });
  });

  it.each<[string, JsonObject]>([
    ['of the library', library() as JsonObject],
    ['of OpenAPI 3.0', openapi30Document],
    ['of Swagger 2.0', swagger20Document],
  ])('%s gives no notes, and the input is not modified', (_, document) => {
    const before = structuredClone(document);
    expect(prepareDocument(document).notes).toEqual([]);
    expect(document).toEqual(before);
  });

  it('of the demo gives no notes', async () => {
    const demo = await startDemo();
    try {
      const document = (await (await fetch(`${demo.url}/openapi.json`)).json()) as JsonObject;
      expect(prepareDocument(document).notes).toEqual([]);
    } finally {
      await demo.close();
    }
  });
});

describe('schemas of OpenAPI 3.0', () => {
  it.each<[string, Json, Json]>([
    ['nullable', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    ['not nullable', { type: 'string', nullable: false }, { type: 'string' }],
    ['nullable enum', { type: 'string', nullable: true, enum: ['a'] }, { type: ['string', 'null'], enum: ['a', null] }],
    [
      'nullable enum with null',
      { type: 'string', nullable: true, enum: ['a', null] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      'nullable reference',
      { properties: { b: { allOf: [{ $ref: place }], nullable: true, description: 'b' } } },
      { properties: { b: { description: 'b', anyOf: [{ allOf: [{ $ref: place }] }, { type: 'null' }] } } },
    ],
    [
      'nullable union',
      { nullable: true, oneOf: [{ type: 'string' }] },
      { oneOf: [{ type: 'string' }, { type: 'null' }] },
    ],
    [
      'exclusive bound',
      { type: 'integer', minimum: 1, exclusiveMinimum: true },
      { type: 'integer', exclusiveMinimum: 1 },
    ],
    ['inclusive bound', { type: 'integer', maximum: 1, exclusiveMaximum: false }, { type: 'integer', maximum: 1 }],
    [
      'members named like words',
      {
        type: 'object',
        properties: { example: { type: 'string' }, default: { $ref: place }, required: { type: 'boolean' } },
      },
      {
        type: 'object',
        properties: { example: { type: 'string' }, default: { $ref: place }, required: { type: 'boolean' } },
      },
    ],
    [
      'words beside a reference',
      { properties: { b: { $ref: place, description: 'b' } } },
      { properties: { b: { $ref: place, description: 'b' } } },
    ],
  ])('%s', (_, schema, newer) => {
    const { document, notes } = prepareDocument(withSchema(schema, '3.0.3'));
    expect(getAtPointer(document, place.slice(1))).toEqual(newer);
    expect(document.openapi).toBe('3.1.1');
    expect(notes).toEqual([]);
  });

  it('takes a bare 3.0 for a version', () => {
    const { document } = prepareDocument({ ...withSchema({ type: 'string', nullable: true }), openapi: 3.0 });
    expect(getAtPointer(document, '/components/schemas/A/type')).toEqual(['string', 'null']);
  });
});

describe('defects of schemas', () => {
  it.each<[string, Json, Json, string | RegExp]>([
    ['a type of Python', { type: 'int' }, { type: 'integer' }, `${place}: type "int" is read as integer`],
    [
      'a date',
      { type: 'date' },
      { type: 'string', format: 'date' },
      `${place}: type "date" is read as string of format date`,
    ],
    ['a type in capitals', { type: 'String' }, { type: 'string' }, /type "String" is read as string$/],
    ['any', { type: 'any' }, {}, /type "any" is unknown/],
    ['None', { type: 'None' }, { type: 'null' }, /type "None" is read as null/],
    ['no type in a list', { type: [] }, {}, /type \[\] is read as any/],
    ['a type in a list', { type: ['int', 'null'] }, { type: ['integer', 'null'] }, /is read as integer or null/],
    ['a text for a schema', 'type: object', { type: 'object' }, /^$/],
    ['null for a schema', null, {}, `${place}: null has no meaning here, and is left out`],
    [
      'nullable in 3.1',
      { type: 'string', nullable: true },
      { type: ['string', 'null'] },
      /nullable: true is read as in OpenAPI 3.0/,
    ],
    [
      'a boolean bound in 3.1',
      { minimum: 1, exclusiveMinimum: true },
      { exclusiveMinimum: 1 },
      /exclusiveMinimum: true is read/,
    ],
    ['a bound in quotes', { maximum: '100' }, { maximum: 100 }, /maximum: "100" is read as a number/],
    ['a bound that is none', { maxLength: -1 }, {}, /maxLength: -1 is no bound/],
    ['bounds without room', { minimum: 5, maximum: 2 }, {}, /minimum 5 is above maximum 2; both are left out/],
    [
      'required as a flag',
      { properties: { b: { type: 'string', required: true }, c: {} } },
      { properties: { b: { type: 'string' }, c: {} }, required: ['b'] },
      `${place}/properties/b: required: true on a member is read as a name in the list of its object`,
    ],
    ['required as a text', { required: 'b' }, { required: ['b'] }, /"b" is read as \[b\]/],
    [
      'members in a list',
      { properties: [{ name: 'b', type: 'string' }] },
      { properties: { b: { type: 'string' } } },
      /a list of members with names/,
    ],
    ['an empty list of schemas', { allOf: [] }, {}, /allOf is an empty list/],
    [
      'one schema for a list',
      { allOf: { type: 'object' } },
      { allOf: [{ type: 'object' }] },
      /read as a list with one entry/,
    ],
    ['no items in a list', { items: [] }, {}, /items is an empty list/],
    ['one item in a list', { items: [{ type: 'string' }] }, { items: { type: 'string' } }, /the schema of every entry/],
    ['no values', { enum: [] }, {}, /names no values/],
    ['values twice', { enum: ['a', 'a'] }, { enum: ['a'] }, /is read as \["a"\]/],
    [
      'numbers for texts',
      { type: 'string', enum: [1, 2] },
      { type: 'string', enum: ['1', '2'] },
      /is read as \["1", "2"\]/,
    ],
    ['texts for numbers', { type: 'integer', enum: ['1', 'x'] }, { type: 'integer', enum: [1] }, /is read as \[1\]/],
    ['values of another type', { type: 'integer', enum: ['a'] }, { enum: ['a'] }, /the type is left out/],
    ['a default of another type', { type: 'integer', default: 'a' }, { type: 'integer' }, /default "a" is not valid/],
    [
      'a default in quotes',
      { type: 'integer', default: '7' },
      { type: 'integer', default: 7 },
      /default "7" is read as 7/,
    ],
    ['a default out of its enum', { enum: ['a'], default: 'b' }, { enum: ['a'] }, /default "b" is not valid/],
    [
      'a pattern of another language',
      { pattern: '(?i)a' },
      {},
      `${place}: pattern (?i)a is not a JavaScript regular expression, and is left out`,
    ],
    ['anchors of another language', { pattern: '\\Aa\\z' }, { pattern: '^a$' }, /is read as \^a\$/],
    ['a pattern between slashes', { pattern: '/^a$/i' }, { pattern: '^a$' }, /is read as \^a\$/],
    ['a possessive pattern', { pattern: 'a++' }, {}, /not a JavaScript regular expression/],
    ['a class of another language', { pattern: '[[:alpha:]]' }, {}, /not a JavaScript regular expression/],
    [
      'a discriminator in a word',
      { discriminator: 'kind' },
      { discriminator: { propertyName: 'kind' } },
      /read as the propertyName/,
    ],
    [
      'a flag in quotes',
      { additionalProperties: 'false' },
      { additionalProperties: false },
      /"false" is read as false/,
    ],
    [
      'null members',
      { items: null, type: 'array' },
      { type: 'array' },
      `${place}/items: null has no meaning here, and is left out`,
    ],
    [
      'a reference to nowhere',
      { $ref: '#/components/schemas/Gone' },
      {},
      '$ref to #/components/schemas/Gone: the target does not exist',
    ],
    ['a reference to itself', { $ref: place }, {}, `$ref to ${place}: refers only to itself`],
    [
      'a reference by name',
      { properties: { b: { $ref: 'A' } } },
      { properties: { b: { $ref: place } } },
      /\$ref to A: is read as #/,
    ],
    ['another format', { type: 'string', format: 'iban' }, { type: 'string', format: 'iban' }, /^$/],
    ['data that looks like a reference', { example: { $ref: '#/gone' } }, { example: { $ref: '#/gone' } }, /^$/],
  ])('%s', (_, schema, corrected, note) => {
    const { document, notes } = prepareDocument(withSchema(schema));
    expect(getAtPointer(document, place.slice(1))).toEqual(corrected);
    if (typeof note === 'string') expect(notes).toEqual([note]);
    else expect(notes.join('\n')).toMatch(note);
  });

  it('ignores constraints beside a reference before 3.1, and says so', () => {
    const { document, notes } = prepareDocument(
      withSchema({ properties: { b: { $ref: place, maxLength: 3 } } }, '3.0.0'),
    );
    expect(getAtPointer(document, `${place.slice(1)}/properties/b`)).toEqual({ $ref: place });
    expect(notes[0]).toMatch(/maxLength beside a \$ref has no meaning before OpenAPI 3.1/);
  });

  it('notes that an array without items allows any items', () => {
    expect(prepareDocument(withSchema({ type: 'array' }, '3.0.0')).notes[0]).toMatch(/the array has no items/);
    expect(prepareDocument(withSchema({ type: 'array' })).notes).toEqual([]);
  });

  it('resolves a reference through another one', () => {
    const schema = {
      properties: {
        b: { $ref: '#/components/schemas/A/properties/c/properties/d' },
        c: { $ref: '#/components/schemas/C' },
      },
    };
    const document = {
      ...withSchema(schema),
      components: { schemas: { A: schema, C: { properties: { d: { type: 'string' } } } } },
    };
    expect(getAtPointer(prepareDocument(document).document, `${place.slice(1)}/properties/b`)).toEqual({
      $ref: '#/components/schemas/C/properties/d',
    });
  });

  it('summarizes repeated notes', () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`m${n}`, { type: 'int' }]));
    const { notes } = prepareDocument(withSchema({ properties: many }));
    expect(notes).toHaveLength(6);
    expect(notes[5]).toBe('and 15 more like it');
  });
});
