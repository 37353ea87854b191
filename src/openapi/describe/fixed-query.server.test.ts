import { describe, expect, it } from 'vitest';
import {
  createDeclaredService,
  createDocument,
  createGet,
  createObjectSchema,
  createPost,
  orderSchema,
  serveReplies,
} from '../../../test/support/scripted-service.fixture.js';
import type { JsonObject } from '../../model/json.js';
import { survey } from '../../survey/survey.js';

const wanting = (schema: JsonObject, name = 'api-version', required = true): JsonObject => ({
  parameters: [{ name, in: 'query', required, schema }],
});

const list = createGet({ type: 'array', items: orderSchema });

/** Lists orders only in requests with this query. */
async function surveyed(query: string, inList: JsonObject, inPost: JsonObject = inList, more: JsonObject = {}) {
  const paths = { '/orders': { get: { ...list, ...inList }, post: createPost(orderSchema, inPost) } };
  const { baseUrl, client, asked } = await serveReplies({
    'GET /openapi.json': createDocument(paths, more),
    [`GET /orders${query}`]: [{ id: '1', note: 'n' }],
  });
  const { collections, notes } = await survey(createDeclaredService(baseUrl), client);
  return { entries: collections[0]?.facts.find(({ about }) => about === 'entries')?.value, notes, asked };
}

const text = { type: 'string' };

describe('a parameter that every operation requires', () => {
  it.each<[string, JsonObject]>([
    ['of one value', { ...text, enum: ['7'] }],
    ['of a constant', { const: '7' }],
    ['of a default', { ...text, default: '7' }],
    ['of many values and a default', { ...text, enum: ['6', '7'], default: '7' }],
  ])('is sent with every request: %s', async (_, schema) => {
    const { entries, notes } = await surveyed('?api-version=7', wanting(schema));
    expect(entries).toBe(1);
    expect(notes).toContain('api-version=7 is sent with every request, as the document requires');
  });

  it('has the version of the document when it is the API version', async () => {
    const info = { title: 'Orders', version: '2023-05-01' };
    const { entries } = await surveyed('?api-version=2023-05-01', wanting(text), wanting(text), { info });
    expect(entries).toBe(1);
  });

  it('is sent once when a request contains it', async () => {
    const { client, asked } = await serveReplies({});
    client.addQuery({ v: '1' });
    await client.send({ method: 'GET', path: '/orders?v=2&a=b' });
    await client.send({ method: 'GET', path: '/orders?a=b' });
    expect(asked).toEqual(['GET /orders?v=2&a=b', 'GET /orders?a=b&v=1']);
  });
});

describe('a parameter that an operation alone requires', () => {
  it.each<[string, JsonObject, string]>([
    ['is sent with its requests', {}, 'GET /orders/1'],
    ['has a value of its own', wanting({ const: '8' }), 'GET /orders/1?api-version=8'],
  ])('%s', async (_, inItem, expected) => {
    const paths = {
      '/orders': { get: { ...list, ...wanting({ const: '7' }) } },
      '/orders/{orderId}': { get: { ...createGet(orderSchema), ...inItem } },
    };
    const { baseUrl, client, asked } = await serveReplies({ 'GET /openapi.json': createDocument(paths) });
    await survey(createDeclaredService(baseUrl), client);
    const before = asked.length;
    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) await client.send({ method, path: '/orders' });
    await client.send({ method: 'GET', path: '/orders/1' });
    expect(asked.slice(before)).toEqual([
      'GET /orders?api-version=7',
      'HEAD /orders?api-version=7',
      'OPTIONS /orders',
      expected,
    ]);
  });
});

describe('no parameter is sent with every request', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['that need not be sent', wanting({ const: '7' }, 'v', false), wanting({ const: '7' }, 'v', false)],
  ])('%s', async (_, inList, inPost) => {
    const { entries, asked } = await surveyed('', inList, inPost);
    expect(entries).toBe(1);
    expect(asked.filter((line) => line.includes('?'))).toEqual([]);
  });

  it('without a known value', async () => {
    const { notes } = await surveyed('', wanting(text, 'tenant'));
    expect(notes).toContain('GET /orders: not checked: needs the query parameter tenant');
  });
});

describe('a parameter with an example', () => {
  const shop = (parts: JsonObject = {}): JsonObject => ({
    parameters: [{ name: 'shop_ref', in: 'query', required: true, example: 'north', schema: text, ...parts }],
  });
  const owned = createObjectSchema({ shop_ref: text, note: text });

  /** Orders with an item address; the list needs the parameter, and what else does. */
  async function surveyOrders(inList: JsonObject, inItem: JsonObject, schema: JsonObject = orderSchema) {
    const paths = {
      '/orders': { get: { ...list, ...inList }, post: createPost(schema) },
      '/orders/{orderId}': { get: { ...createGet(orderSchema), ...inItem }, delete: { ...inItem, responses: {} } },
    };
    const { baseUrl, client, asked } = await serveReplies({
      'GET /openapi.json': createDocument(paths),
      'GET /orders?shop_ref=north': [{ id: 'a.1', note: 'n' }],
      'GET /orders/a.1?shop_ref=north': { id: 'a.1', note: 'n' },
    });
    const { collections } = await survey(createDeclaredService(baseUrl), client);
    return { asked, orders: collections[0] };
  }

  it.each<[string, JsonObject, JsonObject]>([
    ['of its own', shop(), shop()],
    ['of its schema', shop({ example: null, schema: { ...text, example: 'north' } }), shop()],
  ])('%s has that value where lists and items require it', async (_, inList, inItem) => {
    const { asked, orders } = await surveyOrders(inList, inItem);
    expect(asked).toEqual(expect.arrayContaining(['GET /orders?shop_ref=north', 'GET /orders/a.1?shop_ref=north']));
    expect([orders?.list, orders?.read, orders?.remove].every((one) => one !== undefined)).toBe(true);
  });

  it('has that value in created items, too, where these have such a member', async () => {
    const { orders } = await surveyOrders(shop(), {}, owned);
    expect([orders?.list !== undefined, orders?.overrides]).toEqual([true, { '/shop_ref': 'north' }]);
  });

  it('has none where one list alone requires it, as a search text', async () => {
    const { orders } = await surveyOrders(shop(), {});
    expect(orders?.list).toBeUndefined();
  });

  it('has none where the examples differ', async () => {
    const { orders } = await surveyOrders(shop(), shop({ example: 'south' }));
    expect(orders?.list).toBeUndefined();
  });
});
