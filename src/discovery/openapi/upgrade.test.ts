import { describe, expect, it } from 'vitest';
import { at, type Json, type JsonObject } from '../../rule/index.js';
import { upgraded } from './upgrade.js';

const schemas = (all: JsonObject, version = '3.0.3'): JsonObject => ({
  openapi: version,
  paths: { '/a': {} },
  components: { schemas: all },
});
const upgradedSchema = async (schema: Json, version?: string) =>
  at(await upgraded(schemas({ A: schema }, version)), '/components/schemas/A');

describe('upgraded', () => {
  it('leaves 3.1 as it is, also an enum that excludes null on purpose', async () => {
    const document = schemas({ A: { type: ['string', 'null'], enum: ['a'] } }, '3.1.0');
    expect(await upgraded(document)).toBe(document);
  });

  it.each<[string, Json, Json]>([
    ['nullable', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    ['nullable enum', { type: 'string', nullable: true, enum: ['a'] }, { type: ['string', 'null'], enum: ['a', null] }],
    [
      'nullable enum with null',
      { type: 'string', nullable: true, enum: ['a', null] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      'exclusive bound',
      { type: 'integer', minimum: 1, exclusiveMinimum: true },
      { type: 'integer', exclusiveMinimum: 1 },
    ],
    [
      'member named example',
      { type: 'object', properties: { example: { type: 'string' } } },
      { type: 'object', properties: { example: { type: 'string' } } },
    ],
    [
      'pattern that no engine here knows',
      { type: 'string', pattern: '\\A(?i)a\\z' },
      { type: 'string', pattern: '\\A(?i)a\\z' },
    ],
    [
      'cycle',
      { type: 'object', properties: { next: { $ref: '#/components/schemas/A' } } },
      { type: 'object', properties: { next: { $ref: '#/components/schemas/A' } } },
    ],
  ])('%s', async (_, schema, newer) => expect(await upgradedSchema(schema)).toEqual(newer));

  it('takes a bare 3.0 for a version', async () => {
    expect(
      at(
        await upgraded({ ...schemas({ A: { type: 'string', nullable: true } }), openapi: 3.0 }),
        '/components/schemas/A/type',
      ),
    ).toEqual(['string', 'null']);
  });

  it('upgrades Swagger 2.0', async () => {
    const body = { in: 'body', name: 'body', schema: { type: 'object' } };
    const swagger = {
      swagger: '2.0',
      info: { title: 'a', version: '1' },
      consumes: ['application/json'],
      paths: { '/a': { post: { parameters: [body], responses: { 201: { description: 'made' } } } } },
    };
    expect(at(await upgraded(swagger), '/paths/~1a/post/requestBody/content/application~1json/schema/type')).toBe(
      'object',
    );
  });

  it('does not touch what it was given', async () => {
    const document = schemas({ A: { type: 'string', nullable: true, example: 'x' } });
    const before = structuredClone(document);
    await upgraded(document);
    expect(document).toEqual(before);
  });
});
