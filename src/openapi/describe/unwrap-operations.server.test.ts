import { describe, expect, it } from 'vitest';
import {
  createDocument,
  createGet,
  createJsonContent,
  createObjectSchema,
  createPost,
  orderSchema,
  surveyDocument,
  textSchema,
} from '../../../test/support/scripted-service.fixture.js';
import type { Json, JsonObject } from '../../model/json.js';

const draft = createObjectSchema({ note: textSchema, email: textSchema });

const surveyed = async (answered: Json, sent: Json, more: JsonObject = {}) => {
  const paths = {
    '/orders': { get: createGet({ type: 'array', items: orderSchema }), post: { ...createPost(sent), ...more } },
    '/orders/{orderId}': {
      get: createGet(answered),
      put: { requestBody: createJsonContent(sent), responses: { 200: createJsonContent(answered) } },
    },
  };
  return (await surveyDocument(createDocument(paths))).collections[0];
};

describe('items in an envelope', () => {
  it.each<[string, Json, Json, object | undefined]>([
    [
      'both ways',
      createObjectSchema({ data: orderSchema }),
      createObjectSchema({ data: draft }),
      { request: 'data', response: 'data' },
    ],
    ['when answered', createObjectSchema({ order: orderSchema, errors: {} }), draft, { response: 'order' }],
    ['when sent', orderSchema, createObjectSchema({ order: draft }), { request: 'order' }],
    ['not at all', orderSchema, draft, undefined],
  ])('%s are described without it', async (_, answered, sent, envelope) => {
    const found = await surveyed(answered, sent);
    expect(found?.envelope).toEqual(envelope && { style: 'member', ...envelope });
    expect(found?.id).toEqual({ pointer: '/id' });
    expect([found?.create, found?.replace].map((one) => one?.request?.schema)).toEqual([draft, draft]);
    expect([found?.read, found?.replace].map((one) => one?.response?.schema)).toEqual([orderSchema, orderSchema]);
    expect(found).toMatchObject({ item: orderSchema, marker: '/note', unique: ['/email'] });
  });

  it('are replaced without it, where only a creation is described with it', async () => {
    const paths = {
      '/orders': {
        get: createGet({ type: 'array', items: orderSchema }),
        post: createPost(createObjectSchema({ order: draft })),
      },
      '/orders/{orderId}': {
        get: createGet(orderSchema),
        put: { requestBody: createJsonContent(draft), responses: { 200: createJsonContent(orderSchema) } },
      },
    };
    const [orders] = (await surveyDocument(createDocument(paths))).collections;
    expect(orders?.envelope).toEqual({ style: 'member', request: 'order', plain: ['PUT'] });
    expect([orders?.create, orders?.replace].map((one) => one?.request?.schema)).toEqual([draft, draft]);
  });

  it('are resource objects of JSON:API', async () => {
    const attributes = createObjectSchema({ note: textSchema });
    const resource = createObjectSchema({ type: { const: 'orders' }, id: textSchema, attributes });
    const found = await surveyed(
      createObjectSchema({ data: resource }),
      createObjectSchema({ data: createObjectSchema({ type: textSchema, attributes }) }),
    );
    expect(found).toMatchObject({
      envelope: { style: 'json-api', type: 'orders' },
      id: { pointer: '/id' },
      create: { request: { schema: attributes } },
      item: { properties: { id: textSchema, note: textSchema } },
    });
  });

  it('have examples without it', async () => {
    const content = {
      'application/json': { schema: createObjectSchema({ data: draft }), example: { data: { note: 'a' } } },
    };
    const found = await surveyed(createObjectSchema({ data: orderSchema }), draft, { requestBody: { content } });
    expect(found?.create?.request?.example).toEqual({ note: 'a' });
  });

  it('are not wrapped when the member is part of the response', async () => {
    const whole = createObjectSchema({ id: textSchema, item: draft });
    const found = await surveyed(whole, createObjectSchema({ item: draft }));
    expect(found?.envelope).toBeUndefined();
    expect(found?.create?.request?.schema).toEqual(createObjectSchema({ item: draft }));
  });
});
