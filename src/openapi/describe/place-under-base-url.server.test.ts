import { describe, expect, it } from 'vitest';
import {
  createDeclaredService,
  createDocument,
  createGet,
  createOrderPaths,
  createPost,
  orderSchema,
  serveReplies,
  surveyDocument,
} from '../../../test/support/scripted-service.fixture.js';
import type { Json, JsonObject } from '../../model/json.js';
import { survey } from '../../survey/survey.js';

describe('placement of paths', () => {
  const replies = { 'GET /api/v1/orders': [{ id: '1', note: 'a' }] };
  const paths = async (document: ReturnType<typeof createDocument>, more = replies) => {
    const { collections, notes } = await surveyDocument(document, more);
    return { path: collections[0]?.path, item: collections[0]?.itemPath, read: collections[0]?.read?.path, notes };
  };

  it('adds the path of the server when requests with it succeed', async () => {
    expect(
      await paths(
        createDocument(createOrderPaths(), {
          servers: [{ url: 'https://api.example.com/{base}', variables: { base: { default: 'api/v1' } } }],
        }),
      ),
    ).toMatchObject({
      path: '/api/v1/orders',
      item: '/api/v1/orders/{id}',
      read: '/api/v1/orders/{id}',
      notes: ['the server URL of the document adds /api/v1 to the base URL, and the service answers there'],
    });
  });

  it('adds the path that the links of the service have, when nothing is where the document says', async () => {
    const document = createDocument(createOrderPaths(), { servers: [{ url: '/api/v2' }] });
    const linked = { ...replies, 'GET /': { orders: 'https://api.example.com/api/v1/orders?page=1', help: '/help' } };
    expect(await paths(document, linked as never)).toMatchObject({
      path: '/api/v1/orders',
      item: '/api/v1/orders/{id}',
      notes: ["the document's paths are at /api/v1 of the service, as declared lists or its links say"],
    });
  });

  it('adds a usual path, when nothing is where the document or links say', async () => {
    const found = { path: '/api/v1/orders', item: '/api/v1/orders/{id}' };
    const notes = ["the document's paths are at /api/v1 of the service, where one of its lists answers"];
    const document = createDocument(createOrderPaths(), { servers: [{ url: '/v9' }] });
    expect(await paths(document, { 'GET /api/v1/orders': [] } as never)).toMatchObject({ ...found, notes });
  });

  it('adds nothing when requests without it succeed, or none does', async () => {
    const document = createDocument(createOrderPaths(), { servers: [{ url: '/api/v2' }] });
    expect(await paths(document, { 'GET /orders': [] } as never)).toMatchObject({ path: '/orders', notes: [] });
    expect((await paths(document, {} as never)).path).toBe('/orders');
  });

  it('prefers a refusal of access to other failures', async () => {
    const document = createDocument(createOrderPaths(), { servers: [{ url: '/api/v2' }] });
    const answers = { 'GET /orders': { raw: '', status: 405 }, 'GET /api/v2/orders': { raw: '', status: 401 } };
    expect((await paths(document, answers as never)).path).toBe('/api/v2/orders');
  });

  describe('that repeat the base URL', () => {
    const repeated = async (described: JsonObject, replies: Readonly<Record<string, Json>>) => {
      const document = createDocument(described);
      const served = { ...replies, 'GET /api/x/openapi.json': document };
      const { baseUrl, client } = await serveReplies(served, '/api/x');
      const { collections, notes } = await survey(createDeclaredService(baseUrl), client);
      return { places: collections.map(({ path }) => path).sort(), notes };
    };
    const list = { get: createGet({ type: 'array', items: orderSchema }), post: createPost(orderSchema) };

    it('are recognised one by one', async () => {
      const found = await repeated(
        { '/customers': list, '/api/x/orders': list },
        { 'GET /api/x/customers': [], 'GET /api/x/orders': [] },
      );
      expect(found.places).toEqual(['/customers', '/orders']);
      expect(found.notes).toContain("the document's paths repeat /api/x of the base URL; it is used once");
    });

    it('are kept where the service answers there, and the first missing list decides nothing', async () => {
      const described = { '/api/x/gone': list, '/api/x/orders': list };
      expect((await repeated(described, { 'GET /api/x/api/x/orders': [] })).places).toContain('/api/x/orders');
      expect((await repeated(described, { 'GET /api/x/orders': [] })).places).toContain('/orders');
    });
  });

  it('notes when it is unknown', async () => {
    const document = createDocument(
      { '/jobs': { post: createPost(orderSchema) }, '/jobs/{id}': { get: createGet(orderSchema) } },
      { servers: [{ url: '/api' }] },
    );
    expect((await paths(document)).notes).toContain(
      'assumed: paths start right below the base URL, because no GET without parameters can confirm it',
    );
  });
});
