import { describe, expect, it } from 'vitest';
import {
  createDeclaredService,
  createDocument,
  createGet,
  createObjectSchema,
  createOrderPaths,
  createPost,
  orderSchema,
  serveReplies,
  surveyDocument,
} from '../../../test/support/scripted-service.fixture.js';
import type { DeclaredResource } from '../../model/service/declared-resource.js';
import type { DeclaredService } from '../../model/service/declared-service.js';
import { survey } from '../survey.js';

const where = 'assay.yaml:3:5';
const resource = (more: Partial<DeclaredResource> = {}): DeclaredResource => ({
  name: 'orders',
  collection: '/orders',
  where,
  ...more,
});
const entries = { 'GET /orders': [{ id: '1', note: 'a' }] };

const alone = async (declared: DeclaredResource, more: Partial<DeclaredService> = {}) => {
  const { baseUrl, client } = await serveReplies(entries);
  return survey(createDeclaredService(baseUrl, { resources: [declared], ...more }), client);
};
const beside = (declared: DeclaredResource, paths = createOrderPaths(), more: Partial<DeclaredService> = {}) =>
  surveyDocument(createDocument(paths), entries, { resources: [declared], ...more });

describe('collections below a parent', () => {
  const nested = {
    '/users/{userId}/orders': { get: createGet({ type: 'array', items: orderSchema }), post: createPost(orderSchema) },
    '/users/{userId}/orders/{orderId}': { get: createGet(orderSchema) },
    '/users/{userId}/orders/{orderId}/cancellation': { post: createPost(createObjectSchema({})) },
  };

  it('are noted', async () => {
    const { collections, notes } = await surveyDocument(createDocument(nested));
    expect(collections).toEqual([]);
    expect(notes).toEqual([
      '/users/{userId}/orders: not checked: it needs a parent item; declare a resource with a concrete path, or with parents',
    ]);
  });

  it.each<[string, Partial<DeclaredResource>]>([
    ['a concrete path', { collection: '/users/42/orders' }],
    ['the id of the parent', { collection: '/users/{userId}/orders', parents: { userId: '42' } }],
  ])('are read with %s', async (_, declared) => {
    const { collections, notes } = await beside(resource(declared), nested);
    expect(notes).toEqual([]);
    expect(collections[0]).toMatchObject({
      path: '/users/42/orders',
      itemPath: '/users/42/orders/{id}',
      list: { path: '/users/42/orders', provenance: 'described' },
      read: { path: '/users/42/orders/{id}' },
      create: { path: '/users/42/orders', request: { schema: orderSchema } },
      actions: [{ path: '/users/42/orders/{id}/cancellation', post: { path: '/users/42/orders/{id}/cancellation' } }],
    });
  });

  it('are noted when the profile names no parent either', async () => {
    const { collections, notes } = await alone(resource({ collection: '/users/{userId}/orders' }));
    expect(collections).toEqual([]);
    expect(notes).toEqual([
      '/users/{userId}/orders: not checked: it needs a parent item; declare a resource with a concrete path, or with parents',
    ]);
  });
});
