import { describe, expect, it } from 'vitest';
import {
  get,
  object,
  openapi,
  order,
  orders,
  post,
  surveyOf,
  text,
} from '../../../test/support/scripted-service.fixture.js';
import { withId } from '../recognize/words.js';

const done = { post: { responses: { 204: {} } } };
const titled = (note: string) => (one: string) => one.startsWith(`${note}: not `);

describe('what may act on the world outside', () => {
  it.each([
    ['/orders/{orderId}/refund', 'refund'],
    ['/orders/{orderId}/send-email', 'send'],
    ['/orders/{orderId}/factoryReset', 'reset'],
    ['/orders/{orderId}:purge', 'purge'],
    ['/orders/{orderId}/payments', 'payments'],
    ['/orders/{orderId}/notify_sms', 'notify'],
    ['/cache/purge', 'purge'],
  ])('%s is left alone, and is named', async (path, word) => {
    const { collections, notes } = await surveyOf(openapi({ ...orders(), [path]: done }));
    expect(collections[0]?.actions).toEqual([]);
    expect(notes).toContain(
      `POST ${path}: not looked at: "${word}" may act on the outside world; declare it under resources to have it looked at`,
    );
  });

  it.each([
    ['/orders/{orderId}/payment', true],
    ['/orders/{orderId}/refund', true],
    ['/orders/{orderId}/invite', true],
    ['/orders/{orderId}/send-invitation', false],
    ['/orders/{orderId}/shutdown', false],
    ['/orders/{orderId}/notify-payment', false],
  ])('on loopback, %s is looked at: %s', async (path, isLooked) => {
    const { collections } = await surveyOf(openapi({ ...orders(), [path]: done }), {}, { isLoopback: true });
    expect(collections[0]?.actions.map((one) => one.path)).toEqual(isLooked ? [withId(path)] : []);
  });

  it('is looked at when the profile declares it, with the body of the document', async () => {
    const reason = object({ reason: text });
    const paths = { ...orders(), '/orders/{orderId}/refund': { post: post(reason) } };
    const actions = [{ name: 'refund', path: '/orders/{id}/refund' }];
    const resources = [{ name: 'orders', collection: '/orders', actions, where: 'assay.yaml:1:1' }];
    const { collections, notes } = await surveyOf(openapi(paths), {}, { resources });
    expect(collections[0]?.actions).toMatchObject([{ name: 'refund', post: { request: { schema: reason } } }]);
    expect(notes.filter(titled('POST /orders/{orderId}/refund'))).toEqual([]);
  });

  it('is no plain collection that moves money, but one that reaches people', async () => {
    const list = get({ type: 'array', items: order });
    const { collections } = await surveyOf(
      openapi({
        '/emails': { get: list, post: post(order) },
        '/emails/{id}': { get: get(order) },
        '/payments': { get: list, post: post(order) },
        '/payments/{id}': { get: get(order) },
      }),
    );
    expect(collections.map(({ path, create }) => [path, create !== undefined])).toEqual([
      ['/emails', false],
      ['/payments', true],
    ]);
  });
});

describe('writes that are no role', () => {
  it.each<[string, Parameters<typeof orders>, string]>([
    [
      'a removal of many',
      [{ delete: { responses: {} } }],
      'DELETE /orders: not looked at: may remove many items at once',
    ],
    [
      'a removal of many that wants to know which',
      [{ delete: { parameters: [{ name: 'ids', in: 'query', required: true }], responses: {} } }],
      'DELETE /orders: not looked at: may remove many items at once',
    ],
    [
      'a POST on an item',
      [{}, { post: post(order) }],
      'POST /orders/{orderId}: not looked at: a POST on an item may be an update in part, and no clause is about that',
    ],
    [
      'a creation of many',
      [{ post: post({ type: 'array', items: order }) }],
      'POST /orders: not looked at: wants many things at once',
    ],
  ])('%s is noted', async (_, parts, note) => {
    expect((await surveyOf(openapi(orders(...parts)))).notes).toContain(note);
  });

  it('a PUT that may create is noted where there is no POST', async () => {
    const item = { get: get(order), put: { requestBody: post(order).requestBody, responses: { 201: {} } } } as never;
    const list = { get: get({ type: 'array', items: order }) };
    const { notes } = await surveyOf(openapi({ '/orders': list, '/orders/{name}': item }));
    expect(notes).toContain(
      "PUT /orders/{name}: not tried as a creation: it may make an item under an id of the caller's choice",
    );
  });
});
