import { describe, expect, it } from 'vitest';
import { getAtPointer, type Json, type JsonObject } from '../../model/json.js';
import { swagger20Document } from './documents.fixture.js';
import { prepareDocument } from './prepare-document.js';

const answer = { responses: { 200: { description: 'ok' } } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const settled = (paths: Json, more: JsonObject = {}) => prepareDocument({ openapi: '3.1.0', paths, ...more });

describe('defects of paths', () => {
  it.each<[string, JsonObject, string[], RegExp]>([
    ['no slash', { pets: { get: answer } }, ['/pets'], /#\/paths\/pets: the path is read as \/pets/],
    ['a whole address', { 'https://a.example/v1/pets': { get: answer } }, ['/v1/pets'], /is read as \/v1\/pets/],
    ['a colon', { '/pets/:id': { parameters: [id], get: answer } }, ['/pets/{id}'], /is read as \/pets\/\{id\}/],
    [
      'angle brackets',
      { '/pets/<int:id>': { parameters: [id], get: answer } },
      ['/pets/{id}'],
      /is read as \/pets\/\{id\}/,
    ],
    [
      'a hole with a pattern',
      { '/pets/{id:[0-9]{2}}': { parameters: [id], get: answer } },
      ['/pets/{id}'],
      /is read as/,
    ],
    ['a hole for many segments', { '/pets/{id*}': { parameters: [id], get: answer } }, ['/pets/{id}'], /is read as/],
    ['a hole for a query', { '/pets{?limit}': { get: answer } }, ['/pets'], /is read as \/pets$/],
    ['a query with a hole', { '/pets?status={s}': { get: answer } }, ['/pets'], /is read as \/pets/],
    [
      'a query with a value',
      { '/pets?x=1': { get: answer }, '/a': { get: answer } },
      ['/a'],
      /selected by the query string is left out/,
    ],
    ['a fragment', { '/pets#all': { get: answer } }, ['/pets'], /is read as \/pets/],
    ['null', { '/pets': null, '/a': { get: answer } }, ['/a'], /null has no meaning here/],
    ['methods in capitals', { '/pets': { GET: answer } }, ['/pets'], /GET is read in lower case/],
    ['an unknown method', { '/pets': { query: answer, get: answer } }, ['/pets'], /QUERY is not a supported method/],
    [
      'one path under two names',
      {
        '/pets/{id}': { parameters: [id], get: answer },
        '/pets/{pet}': { parameters: [{ ...id, name: 'pet' }], put: answer },
      },
      ['/pets/{id}'],
      /already described under another name$/,
    ],
    [
      'an undeclared path parameter',
      { '/pets/{id}': { get: answer } },
      ['/pets/{id}'],
      /\{id\} of the path is not declared/,
    ],
    [
      'a parameter without a place',
      { '/pets': { get: { ...answer, parameters: [id] } } },
      ['/pets'],
      /the path has no \{id\}/,
    ],
  ])('%s', (_, paths, names, note) => {
    const { document, notes } = settled(paths);
    expect(Object.keys(document.paths as JsonObject)).toEqual(names);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(note);
  });

  it('merges equal paths and renames their parameters', () => {
    const twin = { parameters: [{ ...id, name: 'pet' }], put: answer };
    const { document } = settled({ '/pets/{id}': { get: { ...answer, parameters: [id] } }, '/pets/{pet}': twin });
    expect(getAtPointer(document, '/paths/~1pets~1{id}/put/parameters')).toEqual([id]);
    expect(getAtPointer(document, '/paths/~1pets~1{id}/get/parameters')).toEqual([id]);
  });

  it('puts a path item where it is referred to', () => {
    const pathItems = { Pets: { get: answer } };
    const { document, notes } = settled(
      { '/pets': { $ref: '#/components/pathItems/Pets' } },
      { components: { pathItems } },
    );
    expect(getAtPointer(document, '/paths/~1pets/get')).toEqual(answer);
    expect(notes).toEqual([]);
  });
});

describe('defects of operations', () => {
  const operation = (get: JsonObject, method = 'get') => {
    const { document, notes } = settled({ '/a': { [method]: get } }, { components: { securitySchemes: { key: {} } } });
    return { corrected: getAtPointer(document, `/paths/~1a/${method}`), notes };
  };
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } };

  it.each<[string, JsonObject, Json, RegExp, string?]>([
    [
      'parameters by name',
      { parameters: { limit: { in: 'query', schema: { type: 'integer' } } } },
      { parameters: [limit] },
      /by name/,
    ],
    ['one parameter', { parameters: limit }, { parameters: [limit] }, /a list with one entry/],
    ['a parameter that is null', { parameters: [null, limit] }, { parameters: [limit] }, /null has no meaning/],
    [
      'a parameter without a place',
      { parameters: [{ name: 'x' }, limit] },
      { parameters: [limit] },
      /with the name "x"/,
    ],
    [
      'a query string',
      { parameters: [{ name: 'q', in: 'querystring' }] },
      { parameters: [] },
      /the whole query string is ignored/,
    ],
    [
      'a type outside of a schema',
      { parameters: [{ name: 'limit', in: 'query', type: 'integer' }] },
      { parameters: [limit] },
      /as in a schema/,
    ],
    ['content of GET', { requestBody: { content: {} } }, {}, /has no defined meaning \(RFC 9110/],
    [
      'a status with words',
      { responses: { '200 OK': { description: '' } } },
      { responses: { 200: { description: '' } } },
      /is read as 200/,
    ],
    [
      'a range in small letters',
      { responses: { '2xx': { description: '' } } },
      { responses: { '2XX': { description: '' } } },
      /is read as 2XX/,
    ],
    ['no status', { responses: { ok: { description: '' } } }, { responses: {} }, /"ok" has no meaning/],
    [
      'a schema without a media type',
      { responses: { 200: { schema: { type: 'object' } } } },
      { responses: { 200: { content: { 'application/json': { schema: { type: 'object' } } } } } },
      /read as application\/json/,
    ],
    [
      'a schema right below the media type',
      { responses: { 200: { content: { 'application/json': { type: 'object' } } } } },
      { responses: { 200: { content: { 'application/json': { schema: { type: 'object' } } } } } },
      /right below the media type/,
    ],
    [
      'no media type',
      { requestBody: { content: { json: {} } } },
      { requestBody: { content: { 'application/json': {} } } },
      /"json" is not a media type/,
      'post',
    ],
    [
      'an undeclared security scheme',
      { security: [{ other: [] }] },
      { security: [{ other: [] }] },
      /the security scheme other is not declared/,
    ],
    [
      'credentials by a word',
      { security: 'key' },
      { security: [{ key: [] }] },
      /read as the name of a security scheme/,
    ],
  ])('%s', (_, wrong, corrected, note, method) => {
    const result = operation(wrong, method);
    expect(result.corrected).toEqual(corrected);
    expect(result.notes).toHaveLength(1);
    expect(result.notes[0]).toMatch(note);
  });
});

describe('Swagger 2.0', () => {
  const { document } = prepareDocument(swagger20Document);

  it.each<[string, string, Json]>([
    ['its URL', '/servers', [{ url: 'https://bells.example.com/api' }]],
    [
      'a shared body',
      '/paths/~1bells/post/requestBody',
      { content: { 'application/json': { schema: { $ref: '#/components/schemas/Bell' } } }, required: true },
    ],
    ['a shared parameter', '/components/parameters/Size/schema', { type: 'integer', maximum: 50, default: 10 }],
    [
      'a list in the query',
      '/paths/~1bells/get/parameters/1',
      { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } }, style: 'form', explode: true },
    ],
    ['a path parameter', '/paths/~1bells~1{id}/parameters/0/schema', { type: 'integer', format: 'int64' }],
    ['an answer', '/paths/~1bells/get/responses/200/content/application~1json/schema/type', 'array'],
    [
      'a shared answer',
      '/components/responses/Gone/content/application~1json/schema',
      { $ref: '#/components/schemas/Trouble' },
    ],
    [
      'a form',
      '/paths/~1bells~1{id}~1picture/post/requestBody/content/multipart~1form-data/schema',
      {
        type: 'object',
        properties: {
          file: { type: 'string', format: 'binary' },
          note: { type: 'string', description: 'What it shows' },
        },
        required: ['file'],
      },
    ],
    ['basic credentials', '/components/securitySchemes/basic', { type: 'http', scheme: 'basic' }],
    [
      'a flow',
      '/components/securitySchemes/flow',
      {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://bells.example.com/token', scopes: { read: 'r' } } },
      },
    ],
    ['what may be null', '/components/schemas/Bell/properties/name/type', ['string', 'null']],
    ['a discriminator', '/components/schemas/Bell/discriminator', { propertyName: 'kind' }],
  ])('%s', (_, pointer, value) => expect(getAtPointer(document, pointer)).toEqual(value));

  it('names places of the original document', () => {
    const { notes } = prepareDocument({
      ...swagger20Document,
      definitions: { ...(swagger20Document.definitions as JsonObject), Odd: { type: 'int' } },
    });
    expect(notes).toEqual(['#/definitions/Odd: type "int" is read as integer']);
  });

  it('uses its base path when it names no host', () => {
    const { host: _, ...rest } = swagger20Document;
    expect(prepareDocument(rest).document.servers).toEqual([{ url: '/api' }]);
  });
});
