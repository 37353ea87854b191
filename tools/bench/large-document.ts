type JsonObject = { readonly [member: string]: unknown };

/** A sound document with so many collections, each with five operations and schemas of its own beside shared ones; some stand below others. */
export function largeDocument(collections: number): JsonObject {
  const names = Array.from({ length: collections }, (_, n) => `thing${n}`);
  return {
    openapi: '3.1.0',
    info: { title: 'Large', version: '1' },
    paths: Object.fromEntries(names.flatMap((name, n) => pathsOf(name, n % 5 === 4 ? names[n - 1] : undefined))),
    components: {
      schemas: { ...shared, ...Object.fromEntries(names.flatMap(schemasOf)) },
      responses: { Refused: answer('no', reference('Problem')), Missing: answer('none', reference('Problem')) },
    },
  };
}

const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const content = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const answer = (description: string, schema: JsonObject): JsonObject => ({ description, ...content(schema) });

const shared: JsonObject = {
  Problem: {
    type: 'object',
    properties: { type: { type: 'string' }, title: { type: 'string' }, status: { type: 'integer' } },
  },
  Page: { type: 'object', properties: { next: { type: 'string' }, total: { type: 'integer' } } },
};

const troubles: JsonObject = {
  400: { $ref: '#/components/responses/Refused' },
  404: { $ref: '#/components/responses/Missing' },
};

const idOf = (name: string): JsonObject => ({
  name: `${name}Id`,
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
});

function pathsOf(name: string, parent: string | undefined): [string, JsonObject][] {
  const above = parent === undefined ? '' : `/${parent}s/{${parent}Id}`;
  const outer = parent === undefined ? {} : { parameters: [idOf(parent)] };
  const parameters = [...(parent === undefined ? [] : [idOf(parent)]), idOf(name)];
  const body = { required: true, ...content(reference(name)) };
  const list = {
    operationId: `list-${name}`,
    summary: 'Lists all things of this kind, page by page',
    parameters: [
      { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
      { name: 'cursor', in: 'query', schema: { type: 'string' } },
    ],
    responses: { 200: answer('some', reference(`${name}Page`)), ...troubles },
  };
  const create = { requestBody: body, responses: { 201: answer('made', reference(name)), ...troubles } };
  const read = { responses: { 200: answer('one', reference(name)), ...troubles } };
  const replace = { requestBody: body, responses: { 200: answer('new', reference(name)), ...troubles } };
  const remove = { responses: { 204: { description: 'gone' }, ...troubles } };
  return [
    [`${above}/${name}s`, { ...outer, get: list, post: create }],
    [`${above}/${name}s/{${name}Id}`, { parameters, get: read, put: replace, delete: remove }],
  ];
}

function schemasOf(name: string): [string, JsonObject][] {
  const properties = {
    id: { type: 'string', format: 'uuid', readOnly: true, description: 'Given by the service' },
    name: { type: 'string', minLength: 1, maxLength: 100, description: 'What people call it, in words of their own' },
    size: { type: 'integer', minimum: 0, maximum: 1000 },
    kind: { type: 'string', enum: ['small', 'large', 'other'] },
    tags: { type: 'array', items: { type: 'string' } },
    createdAt: { type: 'string', format: 'date-time', readOnly: true },
  };
  const entries = { type: 'object', properties: { items: { type: 'array', items: reference(name) } } };
  return [
    [name, { type: 'object', required: ['name'], properties }],
    [`${name}Page`, { allOf: [reference('Page'), entries] }],
  ];
}
