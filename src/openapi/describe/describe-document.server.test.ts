import { describe, expect, it } from 'vitest';
import {
  createDocument,
  createGet,
  createJsonContent,
  createObjectSchema,
  createOrderPaths,
  createPost,
  orderSchema,
  surveyDocument,
  textSchema,
} from '../../../test/support/scripted-service.fixture.js';

const list = { type: 'array', items: orderSchema };

describe('collections, items and actions', () => {
  it('finds a collection with all its operations', async () => {
    const item = {
      put: { requestBody: createJsonContent(orderSchema), responses: { 204: {} } },
      patch: { requestBody: createJsonContent(orderSchema), responses: { 200: createJsonContent(orderSchema) } },
      delete: { responses: { 204: {} } },
    };
    const { collections } = await surveyDocument(createDocument(createOrderPaths({}, item)));
    expect(collections).toHaveLength(1);
    expect(collections[0]).toMatchObject({
      name: 'orders',
      path: '/orders',
      itemPath: '/orders/{id}',
      id: { pointer: '/id' },
      list: { method: 'GET', path: '/orders', provenance: 'described', statuses: [200] },
      create: { method: 'POST', path: '/orders', request: { mediaType: 'application/json', schema: orderSchema } },
      read: { method: 'GET', path: '/orders/{id}' },
      head: { method: 'HEAD', path: '/orders/{id}', provenance: 'assumed' },
      replace: { method: 'PUT', path: '/orders/{id}', statuses: [204] },
      patch: { method: 'PATCH', path: '/orders/{id}' },
      remove: { method: 'DELETE', path: '/orders/{id}' },
      item: orderSchema,
      deletion: { mode: 'hard' },
      consistency: { itemMs: 0, listMs: 2000 },
    });
  });

  it('names the source of each fact', async () => {
    const { collections, documentSource } = await surveyDocument(createDocument(createOrderPaths()));
    expect(collections[0]?.facts).toContainEqual({
      about: 'create',
      value: 'POST /orders',
      provenance: 'described',
      evidence: '#/paths/~1orders/post',
    });
    expect(collections[0]?.facts).toContainEqual({
      about: 'read',
      value: 'GET /orders/{id}',
      provenance: 'described',
      evidence: '#/paths/~1orders~1{orderId}/get',
    });
    expect(documentSource).toMatch(/\/openapi\.json$/);
  });

  it.each<[string, Parameters<typeof createDocument>[0], string[]]>([
    ['a list alone', { '/tags': { get: createGet(list) } }, ['/tags']],
    ['a list of texts', { '/tags': { get: createGet({ type: 'array', items: textSchema }) } }, []],
    ['an object', { '/health': { get: createGet(createObjectSchema({ status: textSchema })) } }, []],
    ['an operation', { '/login': { post: createPost(createObjectSchema({ user: textSchema })) } }, []],
    [
      'creation and items without a list',
      { '/jobs': { post: createPost(orderSchema) }, '/jobs/{id}': { get: createGet(orderSchema) } },
      ['/jobs'],
    ],
    [
      'a list of which the document says nothing',
      { '/jobs': { get: { responses: { 200: {} } } }, '/jobs/{id}': { get: createGet(orderSchema) } },
      ['/jobs'],
    ],
    [
      'a singleton beside items',
      {
        '/users': { get: createGet(list) },
        '/users/me': { get: createGet(orderSchema) },
        '/users/{id}': { get: createGet(orderSchema) },
      },
      ['/users'],
    ],
    [
      'trailing slashes',
      { '/users/': { get: createGet(list) }, '/users/{id}/': { get: createGet(orderSchema) } },
      ['/users/'],
    ],
    [
      'two nouns alike',
      { '/v1/orders': { get: createGet(list) }, '/v2/orders': { get: createGet(list) } },
      ['/v1/orders', '/v2/orders'],
    ],
  ])('%s', async (_, paths, found) => {
    expect((await surveyDocument(createDocument(paths))).collections.map(({ path }) => path)).toEqual(found);
  });

  it('distinguishes collections with the same noun by their paths', async () => {
    const { collections } = await surveyDocument(
      createDocument({
        '/v1/orders': { get: createGet(list) },
        '/v2/orders': { get: createGet(list) },
        '/users': { get: createGet(list) },
      }),
    );
    expect(collections.map(({ name }) => name)).toEqual(['v1/orders', 'v2/orders', 'users']);
  });

  it('keeps a trailing slash in every path', async () => {
    const { collections } = await surveyDocument(
      createDocument({ '/users/': { get: createGet(list) }, '/users/{user_id}/': { get: createGet(orderSchema) } }),
    );
    expect(collections[0]).toMatchObject({ path: '/users/', itemPath: '/users/{id}/', read: { path: '/users/{id}/' } });
  });

  it('takes a POST below an item for an action, unless it is a nested collection', async () => {
    const below = {
      '/orders/{orderId}/cancellation': {
        post: createPost(createObjectSchema({ reason: textSchema })),
        get: createGet(orderSchema),
      },
      '/orders/{orderId}:archive': { post: { responses: { 200: {} } } },
      '/orders/{orderId}/lines': { post: createPost(orderSchema), get: createGet(list) },
      '/orders/{orderId}/files': { post: createPost(orderSchema) },
      '/orders/{orderId}/files/{fileId}': { get: createGet(orderSchema) },
    };
    const { collections, notes } = await surveyDocument(createDocument({ ...createOrderPaths(), ...below }));
    expect(collections[0]?.actions.map(({ name, path, get: read }) => [name, path, read?.path])).toEqual([
      ['cancellation', '/orders/{id}/cancellation', '/orders/{id}/cancellation'],
      ['archive', '/orders/{id}:archive', undefined],
    ]);
    expect(notes).toEqual([]);
    expect(collections.slice(1).map(({ path, parents }) => [path, parents])).toEqual([
      ['/orders/{orderId}/lines', [{ place: '{orderId}', collection: 'orders' }]],
      ['/orders/{orderId}/files', [{ place: '{orderId}', collection: 'orders' }]],
    ]);
  });

  it('follows references everywhere, also in cycles', async () => {
    const components = {
      schemas: {
        Order: createObjectSchema({ id: textSchema, note: textSchema, parent: { $ref: '#/components/schemas/Order' } }),
        Base: { allOf: [{ $ref: '#/components/schemas/Base' }] },
      },
      parameters: { Limit: { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 50 } } },
      requestBodies: { Order: createJsonContent({ $ref: '#/components/schemas/Order' }) },
      responses: {
        Orders: createJsonContent({ type: 'array', items: { $ref: '#/components/schemas/Order' } }),
        Base: createJsonContent({ $ref: '#/components/schemas/Base' }),
      },
      pathItems: {
        Orders: {
          get: {
            parameters: [{ $ref: '#/components/parameters/Limit' }],
            responses: { 200: { $ref: '#/components/responses/Orders' } },
          },
          post: { requestBody: { $ref: '#/components/requestBodies/Order' }, responses: {} },
        },
      },
    };
    const paths = {
      '/orders': { $ref: '#/components/pathItems/Orders' },
      '/base': { get: { responses: { 200: { $ref: '#/components/responses/Base' } } } },
    };
    const { collections, document } = await surveyDocument(createDocument(paths, { components }));
    expect(collections[0]).toMatchObject({
      path: '/orders',
      pagination: { params: { size: 'limit' }, maxSize: 50 },
      create: { request: { schema: { type: 'object' } } },
    });
    expect(document).toMatchObject({
      components: { schemas: { Order: { properties: { parent: { $ref: '#/components/schemas/Order' } } } } },
    });
  });
});

describe('excluded operations, with a note', () => {
  it.each<[string, Parameters<typeof createDocument>[0], string]>([
    [
      'another media type sent',
      { '/files': { post: { requestBody: { content: { 'multipart/form-data': {} } } } } },
      'POST /files: not checked: takes multipart/form-data',
    ],
    [
      'another media type answered',
      { '/report': { get: { responses: { 200: { content: { 'text/csv': {} } } } } } },
      'GET /report: not checked: answers text/csv',
    ],
    [
      'another patch format',
      createOrderPaths({}, { patch: { requestBody: createJsonContent({}, 'application/xml-patch+xml') } }),
      'PATCH /orders/{orderId}: not checked: takes application/xml-patch+xml',
    ],
    [
      'a required query without a known value',
      { '/search': { get: { ...createGet(list), parameters: [{ name: 'q', in: 'query', required: true }] } } },
      'GET /search: not checked: needs the query parameter q',
    ],
    [
      'another file',
      { '/a': { get: { responses: { 200: { $ref: 'other.yaml#/x' } } } } },
      '#/paths/~1a/get/responses/200: $ref to other.yaml#/x: returned 404, not an OpenAPI document; check the address',
    ],
    [
      'a dead reference',
      { '/a': { get: createGet({ $ref: '#/components/schemas/Gone' }) } },
      '$ref to #/components/schemas/Gone: the target does not exist',
    ],
  ])('%s', async (_, paths, note) => expect((await surveyDocument(createDocument(paths))).notes).toContain(note));
});
