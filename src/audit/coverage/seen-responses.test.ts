import { expect, test } from 'vitest';
import { createSeenResponses } from './seen-responses.js';

const resources = [{ name: '/orders/{id}' }, { name: '/orders' }, { name: '/orders/latest' }];
const answered = (method: string, url: string, status: number) => ({
  ...{ n: 1, trial: undefined, role: undefined, request: { method, url, headers: {} } },
  end: { ms: 1, answer: { status, headers: {} } },
});

test('groups the statuses of all requests by operation, also of those before the addresses were known', () => {
  const seen = createSeenResponses('http://service/api');
  seen.onEnd(answered('GET', 'http://service/api/orders?limit=1', 200));
  seen.onEnd(answered('GET', 'http://service/api/orders/latest', 200));
  expect(seen.group()).toEqual(new Map());
  seen.setResources(resources);
  for (const status of [404, 200, 404]) seen.onEnd(answered('GET', `http://service/api/orders/${status}`, status));
  seen.onEnd(answered('GET', 'http://service/api/orders/a%20b/../c', 400));
  seen.onEnd(answered('GET', 'http://[hidden', 200));
  seen.onEnd({ ...answered('GET', 'http://service/api/orders', 0), end: { ms: 1, silence: 'ECONNRESET' } });
  const statuses = [...seen.group()].map(([name, own]) => [name, own.statuses]);
  expect(new Map(statuses as [string, number[]][])).toEqual(
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
  const seen = createSeenResponses(baseUrl);
  seen.setResources(resources);
  seen.onEnd(answered('GET', url, 200));
  expect([...seen.group().keys()]).toEqual([url.endsWith('orders') ? 'GET /orders' : 'GET /orders/{id}']);
});

test('a path that only begins like the base path is not below it', () => {
  const seen = createSeenResponses('http://service/api');
  seen.setResources(resources);
  seen.onEnd(answered('GET', 'http://service/apis/orders', 200));
  expect([...seen.group().keys()]).not.toContain('GET /orders');
});

test('counts responses by status, and has percentiles of their times, the earlier ones included', () => {
  const seen = createSeenResponses('http://service');
  const times = Array.from({ length: 100 }, (_, index) => index + 1);
  for (const ms of times) {
    if (ms === 50) seen.setResources(resources);
    seen.onEnd({
      ...answered('GET', 'http://service/orders', 200),
      end: { ms, answer: { status: ms > 97 ? 503 : 200, headers: {} } },
    });
  }
  expect(seen.group().get('GET /orders')).toEqual({
    statuses: [200, 503],
    responses: { 200: 97, 503: 3 },
    latency: { median: 50, p95: 95, p99: 99 },
  });
});
