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
import type { JsonObject } from '../../model/json.js';

const list = get({ type: 'array', items: order });
const nothing = { responses: { 200: {} } };
const pathsOf = async (paths: JsonObject) => (await surveyOf(openapi(paths))).collections.map(({ path }) => path);

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
  ])('%s', async (_, more) => expect(await pathsOf({ ...orders(), ...more })).toEqual(['/orders']));
});

describe('a list is a collection', () => {
  it.each<[string, JsonObject, string]>([
    [
      'where an id may stand, when things are made there',
      { '/orders/drafts': { get: list, post: post(order) } },
      '/orders/drafts',
    ],
    ['when nothing is said of it, and it is a plural', { '/dogs': { get: nothing, post: post(order) } }, '/dogs'],
    [
      'when its array is called like its path',
      { '/messages': { get: get(object({ messages: { type: 'array', items: order } })) } },
      '/messages',
    ],
    ['when its array has no type', { '/walls': { get: get(object({ walls: { items: order } })) } }, '/walls'],
  ])('%s', async (_, more, path) => expect(await pathsOf({ ...orders(), ...more })).toEqual(['/orders', path]));
});

describe('paths that end in an extension', () => {
  const paths = {
    '/orders.json': { get: get(object({ orders: { type: 'array', items: order } })), post: post(order) },
    '/orders/{order_id}.json': { get: get(order) },
    '/orders/{order_id}/cancel.json': { post: nothing },
    '/orders/{order_id}/lines.json': { get: get(object({ lines: { type: 'array', items: order } })) },
  };

  it('are understood as without, and asked with it', async () => {
    const { collections } = await surveyOf(openapi(paths));
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
        '/orders/{orderId}/tags': { get: get(object({ tags: { type: 'array', items: text } })), post: nothing },
      },
    ],
  ])('%s', async (_, more) => {
    const { collections } = await surveyOf(openapi({ ...orders(), ...more }));
    expect(collections[0]?.actions).toEqual([]);
  });

  it('when it is a plural of which nothing is said', async () => {
    const { collections } = await surveyOf(
      openapi({ ...orders(), '/orders/{orderId}/notes': { get: nothing, post: post(order) } }),
    );
    expect(collections.map(({ path }) => path)).toEqual(['/orders', '/orders/{orderId}/notes']);
  });
});
