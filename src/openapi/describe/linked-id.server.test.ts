import { describe, expect, it, test } from 'vitest';
import {
  createDocument,
  createGet,
  createJsonContent,
  createObjectSchema,
  orderSchema,
  surveyDocument,
  textSchema,
} from '../../../test/support/scripted-service.fixture.js';
import type { JsonObject } from '../../model/json.js';

const whole = createObjectSchema({ id: textSchema, number: textSchema });
const idBy = async (link: JsonObject) => {
  const made = { 201: { ...createJsonContent(whole), links: { read: link } } };
  const paths = {
    '/orders': {
      get: createGet({ type: 'array', items: whole }),
      post: { requestBody: createJsonContent(orderSchema), responses: made },
    },
    '/orders/{key}': { get: createGet(whole, { operationId: 'readOrder' }) },
  };
  return (await surveyDocument(createDocument(paths))).collections[0]?.id.pointer;
};

describe('the id at the place of a link', () => {
  const parameters = { key: '$response.body#/number' };
  it.each<[string, JsonObject, string]>([
    ['by the name of the operation', { operationId: 'readOrder', parameters }, '/number'],
    ['by its place', { operationRef: '#/paths/~1orders~1{key}/get', parameters }, '/number'],
    ['not for another operation', { operationId: 'cancelOrder', parameters }, '/id'],
    ['not from a header field', { operationId: 'readOrder', parameters: { key: '$response.header.x' } }, '/id'],
  ])('%s', async (_, link, pointer) => expect(await idBy(link)).toBe(pointer));
});

test('a list of the ids of items that are read elsewhere is their list', async () => {
  const ids = { type: 'object', properties: { items: { type: 'array', items: { type: 'integer' } } } };
  const { collections } = await surveyDocument(
    createDocument({
      '/orders': { get: createGet(ids), post: { requestBody: createJsonContent(orderSchema), responses: { 201: {} } } },
      '/orders/{id}': { get: createGet(whole) },
    }),
  );
  expect(collections[0]).toMatchObject({ list: { path: '/orders' }, id: { pointer: '/id', alsoAt: [''] } });
});
