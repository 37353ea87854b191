import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import {
  createDeclaredService,
  createDocument,
  createGet,
  createOrderPaths,
  createPost,
  orderSchema,
  serveListener,
} from '../../../test/support/scripted-service.fixture.js';
import { survey } from '../survey.js';

const document = createDocument({ ...createOrderPaths(), '/status': { get: createGet(orderSchema) } });

test('addresses without parameters are read while the lists are', async () => {
  // Each of the two responses waits for the other request.
  const waiting = new Map<string, ServerResponse>();
  const replies = { '/orders': '[{"id":"1","note":"a"}]', '/status': '{"id":"2","note":"b"}' };
  const { baseUrl, client, asked } = await serveListener(({ url = '', method }, response) => {
    response.setHeader('content-type', 'application/json');
    if (url === '/openapi.json') return response.end(JSON.stringify(document));
    if (method !== 'GET' || !(url in replies) || waiting.size === 2) return response.writeHead(404).end();
    waiting.set(url, response);
    if (waiting.size === 2) for (const [path, one] of waiting) one.end(replies[path as keyof typeof replies]);
    return undefined;
  });
  const { collections, resources } = await survey(createDeclaredService(baseUrl), client);
  expect(collections.map(({ standing }) => standing)).toEqual([['1']]);
  const found = resources.find(({ name }) => name === '/status');
  expect(found?.operations).toMatchObject([{ operation: { method: 'GET' }, status: 200 }]);
  expect(asked.filter((one) => one === 'GET /status')).toHaveLength(1);
});

test('the address of an action is not read below an item of others', async () => {
  const action = { get: createGet(orderSchema), post: createPost(orderSchema) };
  const acting = createDocument({ ...createOrderPaths(), '/orders/{orderId}/cancellation': action });
  const { baseUrl, client, asked } = await serveListener(({ url = '', method }, response) => {
    const replies: Record<string, unknown> = { '/openapi.json': acting, '/orders': [{ id: '1', note: 'a' }] };
    response.setHeader('content-type', 'application/json');
    if (method !== 'GET' || !(url in replies)) return response.writeHead(404).end();
    return response.end(JSON.stringify(replies[url]));
  });
  const { collections, resources } = await survey(createDeclaredService(baseUrl), client);
  expect(collections[0]?.actions).toMatchObject([{ get: { method: 'GET' }, post: { method: 'POST' } }]);
  expect(resources.map(({ name }) => name)).toContain('/orders/{orderId}/cancellation');
  expect(asked).toContain('GET /orders/1');
  expect(asked.filter((one) => one.includes('cancellation'))).toEqual([]);
});

test('items below others get the query of their list where they are refused without it', async () => {
  const replies: Record<string, unknown> = {
    '/orders': [{ id: '1', note: 'a' }],
    '/orders/1': { id: '1', note: 'a' },
    '/orders/1/notes?tenant=north': [{ id: '7', note: 'b' }],
    '/orders/1/notes/7?tenant=north': { id: '7', note: 'b' },
  };
  const { baseUrl, client, asked } = await serveListener(({ url = '', method }, response) => {
    response.setHeader('content-type', 'application/json');
    if (method !== 'GET' || !(url in replies)) return response.writeHead(url.includes('notes') ? 400 : 404).end();
    return response.end(JSON.stringify(replies[url]));
  });
  const where = 'assay.yaml:1:1';
  const notes = { name: 'notes', collection: '/orders/{order}/notes', item: '/orders/{order}/notes/{id}', where };
  const known = {
    ...createDeclaredService(baseUrl),
    resources: [
      { name: 'orders', collection: '/orders', where },
      { ...notes, parents: { order: '/orders' } },
    ],
    collectionQueries: { '/orders/{order}/notes': '?tenant=north' },
  };
  const { resources } = await survey(known, client);
  const found = resources.find(({ name }) => name === '/orders/{order}/notes/{id}');
  expect(found?.operations).toMatchObject([{ operation: { method: 'GET' }, status: 200 }]);
  await client.send({ method: 'GET', path: '/orders/1/notes/7' });
  expect(asked.at(-1)).toBe('GET /orders/1/notes/7?tenant=north');
});
