import type { JsonObject } from '../../model/json.js';

const errorResponse = {
  description: 'no',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};
const createResponse = (name: string, description: string): JsonObject => ({
  description,
  headers: { ETag: { description: 'tag', schema: { type: 'string' } } },
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` }, example: { id: 1 } } },
});

/** A small valid document of OpenAPI 3.0 with many of its features. */
export const openapi30Document: JsonObject = {
  openapi: '3.0.3',
  info: { title: 'Kites', version: '1' },
  servers: [{ url: 'https://{host}/v1', variables: { host: { default: 'api.example.com' } } }],
  security: [{ key: [] }],
  paths: {
    '/kites': {
      parameters: [{ $ref: '#/components/parameters/Trace' }],
      get: {
        operationId: 'listKites',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
          { name: 'offset', in: 'query', description: 'How many to skip', schema: { type: 'integer' } },
        ],
        responses: { 200: createResponse('Kites', 'some'), default: { $ref: '#/components/responses/Error' } },
      },
      post: {
        parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
        requestBody: { $ref: '#/components/requestBodies/Kite' },
        responses: { 201: createResponse('Kite', 'made'), '4XX': { $ref: '#/components/responses/Error' } },
      },
    },
    '/kites/{kiteId}': {
      parameters: [{ name: 'kiteId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      get: { responses: { 200: createResponse('Kite', 'one'), 404: { $ref: '#/components/responses/Error' } } },
      put: {
        requestBody: { $ref: '#/components/requestBodies/Kite' },
        responses: { 200: createResponse('Kite', 'new') },
      },
      delete: { security: [], responses: { 204: { description: 'gone' } } },
    },
    '/kites/{kiteId}/landing': {
      parameters: [{ name: 'kiteId', in: 'path', required: true, schema: { type: 'string' } }],
      post: { responses: { 202: { description: 'soon' } } },
    },
  },
  components: {
    parameters: { Trace: { name: 'X-Trace', in: 'header', schema: { type: 'string' } } },
    requestBodies: {
      Kite: { required: true, content: { 'application/json': { schema: { $ref: '#/components/schemas/Kite' } } } },
    },
    responses: { Error: errorResponse },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    schemas: {
      Problem: { type: 'object', properties: { title: { type: 'string' }, status: { type: 'integer' } } },
      Kites: {
        type: 'object',
        properties: {
          items: { type: 'array', items: { $ref: '#/components/schemas/Kite' } },
          total: { type: 'integer' },
        },
      },
      Kite: {
        type: 'object',
        required: ['name', 'span', 'tail'],
        properties: {
          id: { type: 'string', format: 'uuid', readOnly: true },
          name: { type: 'string', minLength: 1, maxLength: 40, pattern: '^[a-z ]+$', nullable: true },
          span: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9 },
          colour: { type: 'string', enum: ['red', 'blue'], default: 'red', description: 'Colour of it' },
          tail: { allOf: [{ $ref: '#/components/schemas/Tail' }], nullable: true },
          parent: { $ref: '#/components/schemas/Kite' },
          labels: { type: 'object', additionalProperties: { type: 'string' } },
          frame: {
            oneOf: [{ $ref: '#/components/schemas/Tail' }, { $ref: '#/components/schemas/Problem' }],
            discriminator: { propertyName: 'type', mapping: { tail: '#/components/schemas/Tail' } },
          },
        },
      },
      Tail: {
        type: 'object',
        required: ['type'],
        properties: { type: { type: 'string' }, next: { $ref: '#/components/schemas/Tail' } },
      },
    },
  },
};

/** A small valid document of Swagger 2.0 with many of its features. */
export const swagger20Document: JsonObject = {
  swagger: '2.0',
  info: { title: 'Bells', version: '1' },
  host: 'bells.example.com',
  basePath: '/api',
  schemes: ['https', 'wss'],
  consumes: ['application/json'],
  produces: ['application/json'],
  securityDefinitions: {
    basic: { type: 'basic' },
    flow: { type: 'oauth2', flow: 'application', tokenUrl: 'https://bells.example.com/token', scopes: { read: 'r' } },
  },
  security: [{ basic: [] }],
  parameters: {
    Bell: { name: 'bell', in: 'body', required: true, schema: { $ref: '#/definitions/Bell' } },
    Size: { name: 'size', in: 'query', type: 'integer', maximum: 50, default: 10 },
  },
  responses: { Gone: { description: 'gone', schema: { $ref: '#/definitions/Trouble' } } },
  paths: {
    '/bells': {
      get: {
        parameters: [
          { $ref: '#/parameters/Size' },
          { name: 'tag', in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: 'multi' },
        ],
        responses: { 200: { description: 'all', schema: { type: 'array', items: { $ref: '#/definitions/Bell' } } } },
      },
      post: {
        parameters: [{ $ref: '#/parameters/Bell' }],
        responses: { 201: { description: 'made', schema: { $ref: '#/definitions/Bell' } } },
      },
    },
    '/bells/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, type: 'integer', format: 'int64' }],
      get: {
        responses: {
          200: { description: 'one', schema: { $ref: '#/definitions/Bell' } },
          404: { $ref: '#/responses/Gone' },
        },
      },
    },
    '/bells/{id}/picture': {
      parameters: [{ name: 'id', in: 'path', required: true, type: 'integer' }],
      post: {
        consumes: ['multipart/form-data'],
        parameters: [
          { name: 'file', in: 'formData', type: 'file', required: true },
          { name: 'note', in: 'formData', type: 'string', description: 'What it shows' },
        ],
        responses: { 204: { description: 'kept' } },
      },
    },
  },
  definitions: {
    Trouble: { type: 'object', properties: { message: { type: 'string' } } },
    Bell: {
      type: 'object',
      required: ['name'],
      discriminator: 'kind',
      properties: {
        id: { type: 'integer', format: 'int64', readOnly: true },
        kind: { type: 'string' },
        name: { type: 'string', 'x-nullable': true },
        tone: { type: 'string', enum: ['low', 'high'] },
      },
    },
  },
};
