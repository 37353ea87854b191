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

describe('a list is no collection of its own', () => {
  it.each<[string, JsonObject]>([
    ['where an id may stand', { '/orders/recent': { get: list } }],
    ['when it searches', { '/search': { get: list } }],
    ['when it searches for one kind', { '/search/orders': { get: list } }],
    ['when it is the index of a service', { '/v1': { get: list }, '/': { get: list } }],
    [
      'when it cannot be asked',
      { '/news': { get: { ...list, parameters: [{ name: 'on', in: 'query', required: true }] } } },
    ],
    ['when nothing is said of it, and it is one of a kind', { '/settings': { get: nothing, post: nothing } }],
    ['when nothing is said of it, and it is in the singular', { '/account': { get: nothing, post: nothing } }],
  ])('%s', async (_, more) => expect(await pathsOf({ ...createOrderPaths(), ...more })).toEqual(['/orders']));
});

describe('a list is a collection', () => {
  it.each<[string, JsonObject, string]>([
    [
      'where an id may stand, when things are made there',
      { '/orders/drafts': { get: list, post: createPost(orderSchema) } },
      '/orders/drafts',
    ],
    [
      'when nothing is said of it, and it is a plural',
      { '/dogs': { get: nothing, post: createPost(orderSchema) } },
      '/dogs',
    ],
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

  it('are understood as without, and asked with it', async () => {
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

describe('a POST below an item is no action', () => {
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

  it('when it is a plural of which nothing is said', async () => {
    const { collections } = await surveyDocument(
      createDocument({
        ...createOrderPaths(),
        '/orders/{orderId}/notes': { get: nothing, post: createPost(orderSchema) },
      }),
    );
    expect(collections.map(({ path }) => path)).toEqual(['/orders', '/orders/{orderId}/notes']);
  });
});
