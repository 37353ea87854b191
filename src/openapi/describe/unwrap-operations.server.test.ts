import { describe, expect, it } from 'vitest';
import {
  get,
  json,
  object,
  openapi,
  order,
  post,
  surveyOf,
  text,
} from '../../../test/support/scripted-service.fixture.js';
import type { Json, JsonObject } from '../../model/json.js';

const draft = object({ note: text, email: text });

const surveyed = async (answered: Json, sent: Json, more: JsonObject = {}) => {
  const paths = {
    '/orders': { get: get({ type: 'array', items: order }), post: { ...post(sent), ...more } },
    '/orders/{orderId}': { get: get(answered), put: { requestBody: json(sent), responses: { 200: json(answered) } } },
  };
  return (await surveyOf(openapi(paths))).collections[0];
};

describe('items that travel in an envelope', () => {
  it.each<[string, Json, Json, object | undefined]>([
    ['both ways', object({ data: order }), object({ data: draft }), { request: 'data', response: 'data' }],
    ['when answered', object({ order, errors: {} }), draft, { response: 'order' }],
    ['when sent', order, object({ order: draft }), { request: 'order' }],
    ['not at all', order, draft, undefined],
  ])('%s are described as they are inside', async (_, answered, sent, envelope) => {
    const found = await surveyed(answered, sent);
    expect(found?.envelope).toEqual(envelope && { style: 'member', ...envelope });
    expect(found?.id).toEqual({ pointer: '/id' });
    expect([found?.create, found?.replace].map((one) => one?.request?.schema)).toEqual([draft, draft]);
    expect([found?.read, found?.replace].map((one) => one?.response?.schema)).toEqual([order, order]);
    expect(found).toMatchObject({ item: order, marker: '/note', unique: ['/email'] });
  });

  it('are resource objects of JSON:API', async () => {
    const attributes = object({ note: text });
    const resource = object({ type: { const: 'orders' }, id: text, attributes });
    const found = await surveyed(object({ data: resource }), object({ data: object({ type: text, attributes }) }));
    expect(found).toMatchObject({
      envelope: { style: 'json-api', type: 'orders' },
      id: { pointer: '/id' },
      create: { request: { schema: attributes } },
      item: { properties: { id: text, note: text } },
    });
  });

  it('have examples from inside', async () => {
    const content = { 'application/json': { schema: object({ data: draft }), example: { data: { note: 'a' } } } };
    const found = await surveyed(object({ data: order }), draft, { requestBody: { content } });
    expect(found?.create?.request?.example).toEqual({ note: 'a' });
  });

  it('are bare when the same member is a part of what is answered', async () => {
    const whole = object({ id: text, item: draft });
    const found = await surveyed(whole, object({ item: draft }));
    expect(found?.envelope).toBeUndefined();
    expect(found?.create?.request?.schema).toEqual(object({ item: draft }));
  });
});
