import { describe, expect, it } from 'vitest';
import {
  createDocument,
  createGet,
  createObjectSchema,
  createOrderPaths,
  createPost,
  orderSchema,
  surveyDocument,
  textSchema,
} from '../../../test/support/scripted-service.fixture.js';
import { renameIdParameter } from '../recognize/words.js';

const done = { post: { responses: { 204: {} } } };
const titled = (note: string) => (one: string) => one.startsWith(`${note}: not `);

describe('an operation with possible effects outside the service', () => {
  it.each([
    ['/orders/{orderId}/refund', 'refund'],
    ['/orders/{orderId}/send-email', 'send'],
    ['/orders/{orderId}/factoryReset', 'reset'],
    ['/orders/{orderId}:purge', 'purge'],
    ['/orders/{orderId}/payments', 'payments'],
    ['/orders/{orderId}/notify_sms', 'notify'],
    ['/cache/purge', 'purge'],
  ])('%s is excluded with a note', async (path, word) => {
    const { collections, notes } = await surveyDocument(createDocument({ ...createOrderPaths(), [path]: done }));
    expect(collections[0]?.actions).toEqual([]);
    const flag = `use --allow-effects "POST ${path.replace('{orderId}', '{id}')}"`;
    const advice = path.startsWith('/orders/') ? flag : 'declare it under resources';
    expect(notes).toContain(
      `POST ${path}: not checked: "${word}" may cause effects outside the service; to check it, ${advice}`,
    );
  });

  it.each([
    ['/orders/{orderId}/payment', true],
    ['/orders/{orderId}/refund', true],
    ['/orders/{orderId}/invite', true],
    ['/orders/{orderId}/send-invitation', false],
    ['/orders/{orderId}/shutdown', false],
    ['/orders/{orderId}/notify-payment', false],
  ])('%s is included on loopback: %s', async (path, isLooked) => {
    const { collections } = await surveyDocument(
      createDocument({ ...createOrderPaths(), [path]: done }),
      {},
      { isLoopback: true },
    );
    expect(collections[0]?.actions.map((one) => one.path)).toEqual(isLooked ? [renameIdParameter(path)] : []);
  });

  it('is checked when the profile declares it, with the body of the document', async () => {
    const reason = createObjectSchema({ reason: textSchema });
    const paths = { ...createOrderPaths(), '/orders/{orderId}/refund': { post: createPost(reason) } };
    const actions = [{ name: 'refund', path: '/orders/{id}/refund' }];
    const resources = [{ name: 'orders', collection: '/orders', actions, where: 'assay.yaml:1:1' }];
    const { collections, notes } = await surveyDocument(createDocument(paths), {}, { resources });
    expect(collections[0]?.actions).toMatchObject([{ name: 'refund', post: { request: { schema: reason } } }]);
    expect(notes.filter(titled('POST /orders/{orderId}/refund'))).toEqual([]);
  });

  it('is not a collection of payments, but one of messages', async () => {
    const list = createGet({ type: 'array', items: orderSchema });
    const { collections } = await surveyDocument(
      createDocument({
        '/emails': { get: list, post: createPost(orderSchema) },
        '/emails/{id}': { get: createGet(orderSchema) },
        '/payments': { get: list, post: createPost(orderSchema) },
        '/payments/{id}': { get: createGet(orderSchema) },
      }),
    );
    expect(collections.map(({ path, create }) => [path, create !== undefined])).toEqual([
      ['/emails', false],
      ['/payments', true],
    ]);
  });
});

describe('writes without a role', () => {
  it.each<[string, Parameters<typeof createOrderPaths>, string]>([
    [
      'a removal of many',
      [{ delete: { responses: {} } }],
      'DELETE /orders: not checked: may remove many items at once',
    ],
    [
      'a removal of many that wants to know which',
      [{ delete: { parameters: [{ name: 'ids', in: 'query', required: true }], responses: {} } }],
      'DELETE /orders: not checked: may remove many items at once',
    ],
    [
      'a POST on an item',
      [{}, { post: createPost(orderSchema) }],
      'POST /orders/{orderId}: not checked: a POST on an item may do anything, and no clause covers it',
    ],
    [
      'a creation of many',
      [{ post: createPost({ type: 'array', items: orderSchema }) }],
      'POST /orders: not checked: requires many items at once',
    ],
  ])('%s is noted', async (_, parts, note) => {
    expect((await surveyDocument(createDocument(createOrderPaths(...parts)))).notes).toContain(note);
  });

  it('a PUT that may create, and cannot be read, is noted when there is no POST', async () => {
    const item = {
      put: { requestBody: createPost(orderSchema).requestBody, responses: { 201: {} } },
    } as never;
    const list = { get: createGet({ type: 'array', items: orderSchema }) };
    const { notes } = await surveyDocument(createDocument({ '/orders': list, '/orders/{name}': item }));
    expect(notes).toContain(
      'PUT /orders/{name}: not tested as a creation: it may create an item under an id that the client chooses',
    );
  });
});
