const entry = {
  type: 'object',
  required: ['value'],
  properties: {
    value: { type: 'string', maxLength: 200 },
    tags: { type: 'array', maxItems: 5, items: { type: 'string' } },
  },
};
const stored = {
  ...entry,
  required: ['key', 'value', 'tags'],
  properties: { key: { type: 'string' }, ...entry.properties },
};
const content = (schema) => ({ 'application/json': { schema } });
const shown = (description) => ({ description, content: content(stored) });
const missing = { 404: { description: 'No such key' } };

/** The OpenAPI document of the store: it has no list of its keys. */
export const document = {
  openapi: '3.1.0',
  info: { title: 'Key-value store', version: '1' },
  paths: {
    '/entries/{key}': {
      parameters: [
        { name: 'key', in: 'path', required: true, schema: { type: 'string', minLength: 1, maxLength: 60 } },
      ],
      get: { responses: { 200: shown('The entry'), ...missing } },
      put: {
        requestBody: { required: true, content: content(entry) },
        responses: {
          200: shown('Replaced'),
          201: shown('Created'),
          400: { description: 'Not JSON' },
          422: { description: 'Invalid' },
        },
      },
      delete: { responses: { 204: { description: 'Removed' }, ...missing } },
    },
  },
};
