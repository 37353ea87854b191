type JsonObject = { readonly [member: string]: unknown };

/** Every fifth collection is below the one before it. */
const isNestedUsually = (n: number): boolean => n % 5 === 4;

/** A correct document with so many collections, each with five operations, its own schemas and shared ones. */
export function createLargeDocument(collections: number, isNested = isNestedUsually): JsonObject {
  const names = Array.from({ length: collections }, (_, n) => `thing${n}`);
  return {
    openapi: '3.1.0',
    info: { title: 'Large', version: '1' },
    paths: Object.fromEntries(names.flatMap((name, n) => createPaths(name, isNested(n) ? names[n - 1] : undefined))),
    components: {
      schemas: { ...sharedSchemas, ...Object.fromEntries(names.flatMap(createSchemas)) },
      responses: {
        Refused: createResponse('no', createReference('Problem')),
        Missing: createResponse('none', createReference('Problem')),
      },
    },
  };
}

const createReference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const createContent = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const createResponse = (description: string, schema: JsonObject): JsonObject => ({
  description,
  ...createContent(schema),
});

const sharedSchemas: JsonObject = {
  Problem: {
    type: 'object',
    properties: { type: { type: 'string' }, title: { type: 'string' }, status: { type: 'integer' } },
  },
  Page: { type: 'object', properties: { next: { type: 'string' }, total: { type: 'integer' } } },
};

const errorResponses: JsonObject = {
  400: { $ref: '#/components/responses/Refused' },
  404: { $ref: '#/components/responses/Missing' },
};

const createIdParameter = (name: string): JsonObject => ({
  name: `${name}Id`,
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
});

function createPaths(name: string, parent: string | undefined): [string, JsonObject][] {
  const above = parent === undefined ? '' : `/${parent}s/{${parent}Id}`;
  const outer = parent === undefined ? {} : { parameters: [createIdParameter(parent)] };
  const parameters = [...(parent === undefined ? [] : [createIdParameter(parent)]), createIdParameter(name)];
  const body = { required: true, ...createContent(createReference(name)) };
  const list = {
    operationId: `list-${name}`,
    summary: 'Lists all items of this kind, page by page',
    parameters: [
      { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
      { name: 'cursor', in: 'query', schema: { type: 'string' } },
    ],
    responses: { 200: createResponse('some', createReference(`${name}Page`)), ...errorResponses },
  };
  const create = {
    requestBody: body,
    responses: { 201: createResponse('made', createReference(name)), ...errorResponses },
  };
  const read = { responses: { 200: createResponse('one', createReference(name)), ...errorResponses } };
  const replace = {
    requestBody: body,
    responses: { 200: createResponse('new', createReference(name)), ...errorResponses },
  };
  const remove = { responses: { 204: { description: 'gone' }, ...errorResponses } };
  return [
    [`${above}/${name}s`, { ...outer, get: list, post: create }],
    [`${above}/${name}s/{${name}Id}`, { parameters, get: read, put: replace, delete: remove }],
  ];
}

function createSchemas(name: string): [string, JsonObject][] {
  const properties = {
    id: { type: 'string', format: 'uuid', readOnly: true, description: 'Given by the service' },
    name: { type: 'string', minLength: 1, maxLength: 100, description: 'What people call it, in words of their own' },
    size: { type: 'integer', minimum: 0, maximum: 1000 },
    kind: { type: 'string', enum: ['small', 'large', 'other'] },
    tags: { type: 'array', items: { type: 'string' } },
    createdAt: { type: 'string', format: 'date-time', readOnly: true },
  };
  const entries = { type: 'object', properties: { items: { type: 'array', items: createReference(name) } } };
  return [
    [name, { type: 'object', required: ['name'], properties }],
    [`${name}Page`, { allOf: [createReference('Page'), entries] }],
  ];
}
