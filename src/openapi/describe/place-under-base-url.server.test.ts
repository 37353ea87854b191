import { describe, expect, it } from 'vitest';
import {
  createDocument,
  createGet,
  createOrderPaths,
  createPost,
  orderSchema,
  surveyDocument,
} from '../../../test/support/scripted-service.fixture.js';

describe('placement of paths', () => {
  const replies = { 'GET /api/v1/orders': [{ id: '1', note: 'a' }] };
  const paths = async (document: ReturnType<typeof createDocument>, more = replies) => {
    const { collections, notes } = await surveyDocument(document, more);
    return { path: collections[0]?.path, item: collections[0]?.itemPath, read: collections[0]?.read?.path, notes };
  };

  it('adds the path of the server when that is what answers', async () => {
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

  it('adds nothing when the plain path answers, or none does', async () => {
    const document = createDocument(createOrderPaths(), { servers: [{ url: '/api/v2' }] });
    expect(await paths(document, { 'GET /orders': [] } as never)).toMatchObject({ path: '/orders', notes: [] });
    expect((await paths(document, {} as never)).path).toBe('/orders');
  });

  it('believes a refusal of access more than any other answer', async () => {
    const document = createDocument(createOrderPaths(), { servers: [{ url: '/api/v2' }] });
    const answers = { 'GET /orders': { raw: '', status: 405 }, 'GET /api/v2/orders': { raw: '', status: 401 } };
    expect((await paths(document, answers as never)).path).toBe('/api/v2/orders');
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
