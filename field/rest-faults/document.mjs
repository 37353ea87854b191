const content = (schema) => ({ 'application/json': { schema } });
const state = { $ref: '#/components/schemas/Sample' };
const offset = { type: 'integer', format: 'int32' };
const shown = (schema, description = 'OK') => ({ 200: { description, content: content(schema) } });
const body = (schema) => ({ required: true, content: content(schema) });
const refused = { 400: { description: 'Not JSON' }, 422: { description: 'Invalid' } };
const missing = { 404: { description: 'There is no reading' } };

/** The OpenAPI document of the sensor. */
export const document = {
  openapi: '3.0.3',
  info: { title: 'Sensor', version: '1' },
  paths: {
    '/diagnosis': {
      get: {
        operationId: 'getDiagnosis',
        responses: shown({ type: 'object', required: ['state'], properties: { state: { type: 'string' } } }),
      },
    },
    '/reading': {
      get: { operationId: 'getReading', responses: { ...shown(state), ...missing } },
      post: {
        operationId: 'createReading',
        requestBody: body(state),
        responses: {
          201: {
            description: 'Created',
            headers: { Location: { schema: { type: 'string' } } },
            content: content(state),
          },
          ...refused,
        },
      },
      delete: { operationId: 'removeReading', responses: { 204: { description: 'Removed' }, ...missing } },
    },
    '/settings': {
      get: { operationId: 'getSettings', responses: shown(state) },
      put: {
        operationId: 'replaceSettings',
        requestBody: body(state),
        responses: { 204: { description: 'Replaced' }, ...refused },
      },
    },
    '/offset': {
      get: { operationId: 'getOffset', responses: shown(offset) },
      put: {
        operationId: 'replaceOffset',
        requestBody: body(offset),
        responses: { 204: { description: 'Replaced' }, ...refused },
      },
    },
  },
  components: {
    schemas: {
      Sample: {
        type: 'object',
        required: ['isValid'],
        properties: {
          level: { type: 'integer', format: 'int32', maximum: 100 },
          kind: { type: 'string', enum: ['SURFACE', 'DEEP'] },
          isValid: { type: 'boolean' },
        },
      },
    },
  },
};
