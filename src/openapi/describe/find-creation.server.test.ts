import { expect, it } from 'vitest';
import {
  createDocument,
  createGet,
  createPost,
  orderSchema,
  surveyDocument,
} from '../../../test/support/scripted-service.fixture.js';
import type { JsonObject } from '../../model/json.js';

const content = { content: { 'application/json': { schema: orderSchema } } };
const answering = (status: number, summary: string): JsonObject => ({
  summary,
  requestBody: content,
  responses: { [status]: { description: 'Done', ...content } },
});
const describeItem = async (more: JsonObject) => {
  const list = { get: createGet({ type: 'array', items: orderSchema }) };
  const item = { get: createGet(orderSchema), delete: { responses: { 204: {} } }, ...more };
  const { collections } = await surveyDocument(createDocument({ '/orders': list, '/orders/{orderId}': item }), {
    'GET /orders': [],
  });
  return [collections[0]?.create?.method, collections[0]?.replace?.provenance];
};

it.each<[string, JsonObject, [string | undefined, string | undefined]]>([
  ['a POST that is called a creation', { post: answering(200, 'Create an order') }, ['POST', undefined]],
  ['a POST that may change an item', { post: answering(200, 'Update an order') }, [undefined, undefined]],
  ['a POST beside a PUT', { post: createPost(orderSchema), put: answering(200, 'Replace') }, ['POST', 'described']],
  ['a PUT that is a creation alone', { put: answering(201, 'Store an order') }, ['PUT', 'assumed']],
  ['a PUT that is called a creation', { put: answering(200, 'Create an order') }, ['PUT', 'assumed']],
  ['a PUT that may do both', { put: answering(200, 'Store an order') }, ['PUT', 'described']],
])('%s', async (_, more, expected) => expect(await describeItem(more)).toEqual(expected));

it.each<[string, number, string]>([
  ['rather than by a PUT that may only replace items', 200, 'POST'],
  ['unless a PUT is described as a creation', 201, 'PUT'],
])('items are created by a POST beside their list, %s', async (_, status, method) => {
  const paths = {
    '/orders': { get: createGet({ type: 'array', items: orderSchema }) },
    '/orders/create': { post: createPost(orderSchema) },
    '/orders/{orderId}': { get: createGet(orderSchema), put: answering(status, 'Store an order') },
  };
  const { collections } = await surveyDocument(createDocument(paths), { 'GET /orders': [] });
  expect(collections[0]?.create?.method).toBe(method);
});

it.each<[string, JsonObject, string | undefined]>([
  ['with members of a creation changes it', { post: answering(200, 'Save an order') }, 'POST'],
  ['beside a PATCH is another operation', { post: answering(200, 'Save'), patch: answering(200, 'Patch') }, 'PATCH'],
  ['that answers 201 creates something', { post: answering(201, 'Add to an order') }, undefined],
  [
    'with members of its own does something else',
    {
      post: {
        requestBody: {
          content: { 'application/json': { schema: { type: 'object', properties: { text: { type: 'string' } } } } },
        },
        responses: { 200: { description: 'Done' } },
      },
    },
    undefined,
  ],
])('a POST of an item %s', async (_, more, method) => {
  const item = { get: createGet(orderSchema), delete: { responses: { 204: {} } }, ...more };
  const list = { get: createGet({ type: 'array', items: orderSchema }), post: createPost(orderSchema) };
  const { collections } = await surveyDocument(createDocument({ '/orders': list, '/orders/{orderId}': item }), {
    'GET /orders': [],
  });
  expect(collections[0]?.patch?.method).toBe(method);
});
