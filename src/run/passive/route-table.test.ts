import { expect, test } from 'vitest';
import { createBareCollection } from '../../model/service/bare-collection.js';
import { createRouteTable } from './route-table.js';

const orders = {
  ...createBareCollection('orders'),
  path: '/shops/{shop}/orders',
  itemPath: '/shops/{shop}/orders/{id}/',
  actions: [{ name: 'refund', path: '/shops/{shop}/orders/{id}/refund' }],
};
const findRoute = createRouteTable([orders], 'http://127.0.0.1:1/api');

test.each([
  ['/shops/1/orders?page=2', 'collection', undefined],
  ['/shops/1/orders/a%2Fb/', 'item', 'a%2Fb'],
  ['/shops/1/orders/7/refund', 'action', '7'],
  ['http://127.0.0.1:1/api/shops/1/orders/7/', 'item', '7'],
])('%s leads to the %s', (path, kind, id) => {
  expect(findRoute(path)).toMatchObject({ kind, collection: 'orders' });
  expect(findRoute(path).id).toBe(id);
});

test('a path without the declared slash at its end is another route', () => {
  expect(findRoute('/shops/1/orders/7')).toEqual({ kind: 'other', collection: '', template: '/shops/1/orders/7' });
});

test('other templates are routes, too', () => {
  const find = createRouteTable([orders], 'http://127.0.0.1:1', ['/labels/{name}']);
  expect(find('/labels/x?a=1')).toEqual({ template: '/labels/{name}', kind: 'other', collection: '' });
});

test('an address of its own is no item of the collection above it', () => {
  const collection = { ...createBareCollection('products'), path: '/products', itemPath: '/products/{sku}' };
  const find = createRouteTable([collection], 'http://127.0.0.1', ['/products', '/products/import', '/{any}/x']);
  expect(['/products', '/products/import', '/products/a', '/b/x'].map((path) => find(path).template)).toEqual([
    '/products',
    '/products/import',
    '/products/{sku}',
    '/{any}/x',
  ]);
});

test('an address at which items are created leads to the collection', () => {
  const creation = { path: '/shops/{shop}/orders/new/' };
  const find = createRouteTable([{ ...orders, creation }], 'http://127.0.0.1:1', [creation.path]);
  const route = { kind: 'collection', collection: 'orders' };
  expect(find('/shops/1/orders/new/')).toEqual({ ...route, template: creation.path });
  expect(find('/shops/1/orders')).toEqual({ ...route, template: orders.path });
});
