import { describe, expect, test } from 'vitest';
import type { ClientRequest } from '../../http/exchange.js';
import { ExchangeLog } from './exchange-log.js';
import type { FindRoute } from './route-table.js';

/** Finds this template for every path. */
const createRoutes =
  (template: string): FindRoute =>
  () => ({ template, kind: 'item', collection: 'orders' });

/** A POST of an order with its response, as the client returns it. */
const createdOrder = (text: string, status = 201, headers: Record<string, string> = { location: '/orders/7' }) => ({
  ...{ n: 3, method: 'POST', path: '/orders', silence: undefined },
  answer: { status, headers: { ...headers, etag: '"1"' }, text, json: JSON.parse(text) },
});

const request = {
  ...{ method: 'POST', path: '/orders', content: '{"note":"a"}', as: 'other', record: {} },
  headers: { 'content-type': 'application/json' },
} as unknown as ClientRequest;

const record = (...exchanges: Parameters<ExchangeLog['record']>[1][]) => {
  const log = new ExchangeLog([]);
  for (const exchange of exchanges) log.record(request, exchange);
  return log;
};

describe('a kept write', () => {
  test('has its request, its status, its Location and its content', () => {
    const [write] = record(createdOrder('{"id":"7"}')).listWrites();
    expect(write).toMatchObject({
      ...{ n: 3, method: 'POST', path: '/orders', as: 'other', content: '{"note":"a"}', silence: undefined },
      fields: { 'content-type': 'application/json' },
      answer: { status: 201, headers: { location: '/orders/7' }, text: '{"id":"7"}', json: { id: '7' } },
    });
    expect(Object.keys(write?.answer?.headers ?? {})).toEqual(['location']);
  });

  test('has no caller where the default one sent it', () => {
    const log = new ExchangeLog([]);
    const { as: _, ...plain } = request;
    log.record(plain as ClientRequest, createdOrder('{}'));
    expect(log.listWrites()[0]).not.toHaveProperty('as');
  });

  test.each([
    ['of a refusal', createdOrder('{"title":"no"}', 422)],
    ['of more than 8 KB', createdOrder(JSON.stringify({ note: 'a'.repeat(8_192) }))],
  ])('has no content %s', (_, exchange) => {
    const [write] = record(exchange).listWrites();
    expect([write?.answer?.text, write?.answer?.json]).toEqual(['', undefined]);
  });

  test('has no response where there was none', () => {
    const silent = { ...createdOrder('{}'), answer: undefined, silence: 'reset' };
    expect(record(silent).listWrites()[0]).toMatchObject({ answer: undefined, silence: 'reset' });
  });
});

test('a read is not kept', () => {
  const log = new ExchangeLog([]);
  log.record({ method: 'GET', path: '/orders' }, { ...createdOrder('[]', 200), method: 'GET' });
  expect(log.listWrites()).toEqual([]);
});

test('forgets the writes, and keeps which operations succeeded', () => {
  const log = record(createdOrder('{}'));
  log.setRoutes(createRoutes('/orders/{id}'), []);
  const hasSucceeded = (template: string) =>
    log.hasControl({ method: 'POST', route: createRoutes(template)(''), refusals: new Set([422]) });
  log.forgetWrites();
  expect(log.listWrites()).toEqual([]);
  expect(hasSucceeded('/orders/{id}')).toBe(true);
  log.setRoutes(createRoutes('/others'), []);
  expect(hasSucceeded('/others')).toBe(false);
});

test.each([
  [405, true],
  [404, false],
])('OPTIONS shows that an address is there whose GET was refused with %i: %s', (status, expected) => {
  const log = new ExchangeLog([]);
  log.setRoutes(createRoutes('/import'), []);
  log.record({ method: 'OPTIONS', path: '/import' }, { ...createdOrder('{}', 200), method: 'OPTIONS' });
  const use = { method: 'GET', route: createRoutes('/import')(''), refusals: new Set([status]) };
  expect(log.hasControl(use)).toBe(expected);
});
