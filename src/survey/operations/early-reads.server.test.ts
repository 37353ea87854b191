import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import {
  createDeclaredService,
  createDocument,
  createGet,
  createOrderPaths,
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
