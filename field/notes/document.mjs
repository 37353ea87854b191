const note = {
  type: 'object',
  required: ['title', 'priority'],
  additionalProperties: false,
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 80 },
    priority: { type: 'integer', minimum: 1, maximum: 5 },
    text: { type: 'string', maxLength: 500 },
  },
};
const stored = {
  ...note,
  required: ['id', ...note.required],
  properties: { id: { type: 'string' }, ...note.properties },
};
const content = (schema) => ({ 'application/json': { schema } });
const sent = { required: true, content: content(note) };
const shown = (description) => ({ description, content: content(stored) });
const refused = { 400: { description: 'Not JSON' }, 422: { description: 'Invalid' } };
const missing = { 404: { description: 'No such note' } };
const number = (name) => ({ name, in: 'query', schema: { type: 'integer', minimum: 0 } });

/** The OpenAPI document of the notes. */
export const document = {
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: {
        parameters: [number('limit'), number('offset')],
        responses: { 200: { description: 'A page', content: content({ type: 'array', items: stored }) } },
      },
      post: { requestBody: sent, responses: { 201: shown('Created'), ...refused } },
    },
    '/notes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: { responses: { 200: shown('The note'), ...missing } },
      put: { requestBody: sent, responses: { 200: shown('Replaced'), ...refused, ...missing } },
      delete: { responses: { 204: { description: 'Removed' }, ...missing } },
    },
  },
};
