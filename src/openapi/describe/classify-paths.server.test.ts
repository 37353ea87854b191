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
import type { JsonObject } from '../../model/json.js';

const list = createGet({ type: 'array', items: orderSchema });
const nothing = { responses: { 200: {} } };
const pathsOf = async (paths: JsonObject) =>
  (await surveyDocument(createDocument(paths))).collections.map(({ path }) => path);

describe('a list is not a collection', () => {
  it.each<[string, JsonObject]>([
    ['in the place of an id', { '/orders/recent': { get: list } }],
    ['when it searches', { '/search': { get: list } }],
    ['when it searches for one kind', { '/search/orders': { get: list } }],
    ['when it is the index of a service', { '/v1': { get: list }, '/': { get: list } }],
    [
      'when it cannot be asked',
      { '/news': { get: { ...list, parameters: [{ name: 'on', in: 'query', required: true }] } } },
    ],
    ['without a description, if there is one of its kind', { '/settings': { get: nothing, post: nothing } }],
    ['without a description, in the singular', { '/account': { get: nothing, post: nothing } }],
  ])('%s', async (_, more) => expect(await pathsOf({ ...createOrderPaths(), ...more })).toEqual(['/orders']));
});

describe('a list is a collection', () => {
  it.each<[string, JsonObject, string]>([
    [
      'in the place of an id, if it has a creation',
      { '/orders/drafts': { get: list, post: createPost(orderSchema) } },
      '/orders/drafts',
    ],
    ['without a description, in the plural', { '/dogs': { get: nothing, post: createPost(orderSchema) } }, '/dogs'],
    [
      'when its array is called like its path',
      { '/messages': { get: createGet(createObjectSchema({ messages: { type: 'array', items: orderSchema } })) } },
      '/messages',
    ],
    [
      'when its array has no type',
      { '/walls': { get: createGet(createObjectSchema({ walls: { items: orderSchema } })) } },
      '/walls',
    ],
  ])('%s', async (_, more, path) =>
    expect(await pathsOf({ ...createOrderPaths(), ...more })).toEqual(['/orders', path]),
  );
});

describe('paths that end in an extension', () => {
  const paths = {
    '/orders.json': {
      get: createGet(createObjectSchema({ orders: { type: 'array', items: orderSchema } })),
      post: createPost(orderSchema),
    },
    '/orders/{order_id}.json': { get: createGet(orderSchema) },
    '/orders/{order_id}/cancel.json': { post: nothing },
    '/orders/{order_id}/lines.json': {
      get: createGet(createObjectSchema({ lines: { type: 'array', items: orderSchema } })),
    },
  };

  it('are recognized without it, and requested with it', async () => {
    const { collections } = await surveyDocument(createDocument(paths));
    expect(collections).toMatchObject([
      {
        name: 'orders',
        path: '/orders.json',
        itemPath: '/orders/{id}.json',
        actions: [{ name: 'cancel', path: '/orders/{id}/cancel.json' }],
      },
      { path: '/orders/{order_id}/lines.json', parents: [{ place: '{order_id}', collection: 'orders' }] },
    ]);
  });
});

describe('a POST below an item is not an action', () => {
  it.each<[string, JsonObject]>([
    ['when it only searches', { '/orders/{orderId}/query': { post: nothing } }],
    [
      'when what is there is a list of texts',
      {
        '/orders/{orderId}/tags': {
          get: createGet(createObjectSchema({ tags: { type: 'array', items: textSchema } })),
          post: nothing,
        },
      },
    ],
  ])('%s', async (_, more) => {
    const { collections } = await surveyDocument(createDocument({ ...createOrderPaths(), ...more }));
    expect(collections[0]?.actions).toEqual([]);
  });

  it('when it is a plural without a description', async () => {
    const { collections } = await surveyDocument(
      createDocument({
        ...createOrderPaths(),
        '/orders/{orderId}/notes': { get: nothing, post: createPost(orderSchema) },
      }),
    );
    expect(collections.map(({ path }) => path)).toEqual(['/orders', '/orders/{orderId}/notes']);
  });
});
