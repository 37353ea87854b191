const ref = (name) => ({ $ref: `#/components/schemas/${name}` });
const json = (name) => ({ 'application/json': { schema: ref(name) } });
const header = (name, required = false) => ({ name, in: 'header', required, schema: { type: 'string' } });
const tag = { ETag: { schema: { type: 'string' } } };
const location = { Location: { schema: { type: 'string' } } };

const details = {
  400: 'The request is malformed',
  401: 'No valid token was sent',
  403: 'The user may not do this',
  404: 'There is no such item',
  409: 'The state of the item does not allow this',
  410: 'The order was deleted',
  412: 'A precondition is false',
  415: 'The format of the content is not supported',
  422: 'The content is not valid',
  428: 'If-Match is required',
  429: 'Too many requests',
};

const problems = (statuses) =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: details[status], content: { 'application/problem+json': { schema: ref('Problem') } } },
    ]),
  );

const errors = (...statuses) => problems([401, ...statuses]);

/** A parameter of a list that selects its items. */
export const filter = (name, schema) => ({ name, in: 'query', schema });

/** GET of a list. */
export const list = (name, { filters = [], statuses = [] } = {}) => ({
  summary: 'List, newest first',
  parameters: [
    { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 50, default: 20 } },
    { name: 'cursor', in: 'query', schema: { type: 'string' }, description: 'nextCursor of the page before' },
    ...filters,
  ],
  responses: { 200: { description: 'A page', content: json(`${name}Page`) }, ...errors(400, ...statuses) },
});

/** POST that creates an item. */
export const create = (name, { input = `${name}Input`, statuses = [], isBodyRequired = true } = {}) => ({
  summary: 'Create',
  parameters: [header('Idempotency-Key')],
  requestBody: { required: isBodyRequired, content: json(input) },
  responses: {
    201: { description: 'Created', headers: { ...location, ...tag }, content: json(name) },
    ...errors(400, 403, 415, 422, ...statuses),
  },
});

/** GET of an item. */
export const read = (name, { statuses = [] } = {}) => ({
  summary: 'Read',
  parameters: [header('If-None-Match')],
  responses: {
    200: { description: 'The item', headers: tag, content: json(name) },
    304: { description: 'Not modified' },
    ...errors(404, ...statuses),
  },
});

const change = (name, summary, content, { statuses = [], isConditional = false }) => ({
  summary,
  parameters: [header('If-Match', isConditional)],
  requestBody: { required: true, content },
  responses: {
    200: { description: 'The item after the change', headers: tag, content: json(name) },
    ...errors(400, 403, 404, 412, 415, 422, ...statuses),
  },
});

/** PUT of an item. */
export const replace = (name, options = {}) => change(name, 'Replace', json(`${name}Input`), options);

/** PATCH of an item. */
export const patch = (name, options = {}) =>
  change(name, 'Change some members', { 'application/merge-patch+json': { schema: { type: 'object' } } }, options);

/** DELETE of an item. */
export const remove = ({ statuses = [], isConditional = false } = {}) => ({
  summary: 'Remove',
  parameters: [header('If-Match', isConditional)],
  responses: { 204: { description: 'Removed' }, ...errors(403, 404, 412, ...statuses) },
});
