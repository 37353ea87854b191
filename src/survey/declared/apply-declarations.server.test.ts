import { describe, expect, it } from 'vitest';
import {
  answering,
  get,
  knowing,
  object,
  openapi,
  order,
  orders,
  post,
  surveyOf,
} from '../../../test/support/scripted-service.fixture.js';
import type { Known, KnownResource } from '../../model/service/declared-service.js';
import { survey } from '../survey.js';

const where = 'assay.yaml:3:5';
const resource = (more: Partial<KnownResource> = {}): KnownResource => ({
  name: 'orders',
  collection: '/orders',
  where,
  ...more,
});
const entries = { 'GET /orders': [{ id: '1', note: 'a' }] };

const alone = async (declared: KnownResource, more: Partial<Known> = {}) => {
  const { baseUrl, client } = await answering(entries);
  return survey(knowing(baseUrl, { resources: [declared], ...more }), client);
};
const beside = (declared: KnownResource, paths = orders(), more: Partial<Known> = {}) =>
  surveyOf(openapi(paths), entries, { resources: [declared], ...more });

describe('collections below a parent', () => {
  const nested = {
    '/users/{userId}/orders': { get: get({ type: 'array', items: order }), post: post(order) },
    '/users/{userId}/orders/{orderId}': { get: get(order) },
    '/users/{userId}/orders/{orderId}/cancellation': { post: post(object({})) },
  };

  it('are noted', async () => {
    const { collections, notes } = await surveyOf(openapi(nested));
    expect(collections).toEqual([]);
    expect(notes).toEqual([
      '/users/{userId}/orders: not looked at: needs a parent; declare a resource with a concrete path, or with parents',
    ]);
  });

  it.each<[string, Partial<KnownResource>]>([
    ['a concrete path', { collection: '/users/42/orders' }],
    ['the id of the parent', { collection: '/users/{userId}/orders', parents: { userId: '42' } }],
  ])('are looked at with %s', async (_, declared) => {
    const { collections, notes } = await beside(resource(declared), nested);
    expect(notes).toEqual([]);
    expect(collections[0]).toMatchObject({
      path: '/users/42/orders',
      itemPath: '/users/42/orders/{id}',
      list: { path: '/users/42/orders', provenance: 'described' },
      read: { path: '/users/42/orders/{id}' },
      create: { path: '/users/42/orders', request: { schema: order } },
      actions: [{ path: '/users/42/orders/{id}/cancellation', post: { path: '/users/42/orders/{id}/cancellation' } }],
    });
  });

  it('are noted when the profile names no parent either', async () => {
    const { collections, notes } = await alone(resource({ collection: '/users/{userId}/orders' }));
    expect(collections).toEqual([]);
    expect(notes).toEqual([
      '/users/{userId}/orders: not looked at: needs a parent; declare a resource with a concrete path, or with parents',
    ]);
  });
});
