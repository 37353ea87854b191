import { describe, expect, it } from 'vitest';
import {
  createDocument,
  createGet,
  createObjectSchema,
  createPost,
  orderSchema,
  surveyDocument,
  textSchema,
} from '../../../test/support/scripted-service.fixture.js';
import type { JsonObject } from '../../model/json.js';

const list = { get: createGet({ type: 'array', items: orderSchema }), post: createPost(orderSchema) };
const item = { get: createGet(orderSchema), delete: { responses: { 204: {} } } };
const other = { get: createGet(createObjectSchema({ language: textSchema, rows: { type: 'integer' } })) };
const described = async (paths: JsonObject) => (await surveyDocument(createDocument(paths))).collections;

describe('items that are not below their list', () => {
  it.each<[string, string, string, string]>([
    ['in the singular', '/orders', '/order/{orderId}', '/order/{id}'],
    ['in the singular of another language', '/avtaler', '/avtale/{avtaleId}', '/avtale/{id}'],
    ['with the id before the end', '/orders', '/orders/{orderId}/details', '/orders/{id}/details'],
    ['at a path of another kind', '/orders', '/lookup/order-by-key/{key}', '/lookup/order-by-key/{id}'],
    ['at a path that only the parameter names', '/orders', '/lookup/{orderId}', '/lookup/{id}'],
  ])('are found %s', async (_, path, at, itemPath) => {
    const collections = await described({ [path]: list, [at]: item });
    expect(collections).toMatchObject([{ path, itemPath, read: { path: itemPath }, remove: { path: itemPath } }]);
    expect(collections).toHaveLength(1);
  });

  it('are found flat below the path of no parent, and the parent by the path of its items', async () => {
    const rack = createGet(createObjectSchema({ id: textSchema, room: textSchema }));
    const collections = await described({
      '/racks': {
        get: createGet({ type: 'array', items: createObjectSchema({ id: textSchema, room: textSchema }) }),
      },
      '/rack/{rackId}': { get: rack },
      '/rack/{rackId}/orders': list,
      '/orders/{orderId}': item,
    });
    expect(collections.map(({ path, itemPath, parents }) => [path, itemPath, parents])).toEqual([
      ['/racks', '/rack/{id}', []],
      ['/rack/{rackId}/orders', '/orders/{id}', [{ place: '{rackId}', collection: 'racks' }]],
    ]);
  });

  it('are found flat where POST is beside a list of addresses below a parent', async () => {
    const rack = createObjectSchema({ id: textSchema, room: textSchema });
    const links = createGet({ type: 'array', items: createObjectSchema({ href: textSchema }) });
    const collections = await described({
      '/racks': { get: createGet({ type: 'array', items: rack }) },
      '/racks/{rackId}': { get: createGet(rack) },
      '/racks/{rackId}/orders': { get: links },
      '/racks/{rackId}/orders/create': { post: createPost(orderSchema) },
      '/orders/{orderId}': item,
    });
    const create = { path: '/racks/{rackId}/orders/create' };
    expect(collections[1]).toMatchObject({ path: '/racks/{rackId}/orders', itemPath: '/orders/{id}', create });
    expect(collections).toHaveLength(2);
  });

  it('are found for a list of ids', async () => {
    const collections = await described({
      '/orders': { get: createGet({ type: 'array', items: textSchema }) },
      '/order/{id}': item,
    });
    expect(collections).toMatchObject([{ path: '/orders', itemPath: '/order/{id}' }]);
  });
});

describe('an item path is not taken for that of a list', () => {
  it.each<[string, JsonObject]>([
    ['where it has other members', { '/order/{orderId}': other }],
    ['where it is a part of an item', { '/orders/{orderId}/settings': other }],
    ['where its name has the noun in the middle', { '/reports/order/lines/{lineId}': item }],
    ['where two fit alike', { '/order/{orderId}': item, '/orders/{orderId}/details': item }],
    ['where a list searches', { '/orders:search': { post: createPost(orderSchema) } }],
  ])('%s', async (_, more) => {
    const [orders] = await described({ '/orders': list, ...more });
    expect(orders).toMatchObject({ path: '/orders' });
    expect(orders?.itemPath).toBeUndefined();
  });

  it('where a creation sends a URL alone, which the item does not have', async () => {
    const [hooks] = await described({
      '/hooks': { post: createPost(createObjectSchema({ url: textSchema })) },
      '/hook/{hookId}': other,
    });
    expect(hooks?.itemPath).toBeUndefined();
  });

  it('where the list is a view of what another list has', async () => {
    const view = { get: createGet({ type: 'array', items: orderSchema }) };
    const people = {
      get: createGet({ type: 'array', items: createObjectSchema({ id: textSchema, age: textSchema }) }),
    };
    const collections = await described({
      '/orders': list,
      '/orders/{orderId}': item,
      '/people': people,
      '/people/{personId}': { get: createGet(createObjectSchema({ id: textSchema, age: textSchema })) },
      '/people/{personId}/orders': view,
    });
    expect(collections.map(({ path, itemPath }) => [path, itemPath])).toEqual([
      ['/orders', '/orders/{id}'],
      ['/people', '/people/{id}'],
      ['/people/{personId}/orders', undefined],
    ]);
  });
});
