import { expect, test } from 'vitest';
import { createSeenStatuses } from './seen-statuses.js';

const resources = [{ name: '/orders/{id}' }, { name: '/orders' }, { name: '/orders/latest' }];
const answered = (method: string, url: string, status: number) => ({
  ...{ n: 1, trial: undefined, role: undefined, request: { method, url, headers: {} } },
  end: { ms: 1, answer: { status, headers: {} } },
});

test('groups the statuses of all requests by operation, also of those before the addresses were known', () => {
  const seen = createSeenStatuses('http://service/api');
  seen.onEnd(answered('GET', 'http://service/api/orders?limit=1', 200));
  seen.onEnd(answered('GET', 'http://service/api/orders/latest', 200));
  expect(seen.group()).toEqual(new Map());
  seen.setResources(resources);
  for (const status of [404, 200, 404]) seen.onEnd(answered('GET', `http://service/api/orders/${status}`, status));
  seen.onEnd(answered('GET', 'http://service/api/orders/a%20b/../c', 400));
  seen.onEnd(answered('GET', 'http://[hidden', 200));
  seen.onEnd({ ...answered('GET', 'http://service/api/orders', 0), end: { ms: 1, silence: 'ECONNRESET' } });
  expect(seen.group()).toEqual(
    new Map([
      ['GET /orders', [200]],
      ['GET /orders/latest', [200]],
      ['GET /orders/{id}', [200, 400, 404]],
    ]),
  );
});

test.each([
  ['http://service', 'http://service/orders'],
  ['http://service/', 'http://service/orders/7'],
  ['http://service/api/', 'http://service/api/orders/a%20b'],
  ['http://service:80/api', 'http://service:80/api/orders/7'],
  ['http://service/api', '/api/orders'],
])('below %s, %s is an operation', (baseUrl, url) => {
  const seen = createSeenStatuses(baseUrl);
  seen.setResources(resources);
  seen.onEnd(answered('GET', url, 200));
  expect([...seen.group()]).toEqual([[url.endsWith('orders') ? 'GET /orders' : 'GET /orders/{id}', [200]]]);
});

test('a path that only begins like the base path is not below it', () => {
  const seen = createSeenStatuses('http://service/api');
  seen.setResources(resources);
  seen.onEnd(answered('GET', 'http://service/apis/orders', 200));
  expect([...seen.group().keys()]).not.toContain('GET /orders');
});
