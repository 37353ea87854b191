import { describe, expect, it } from 'vitest';
import type { Json } from '../../model/json.js';
import { unwrapEntrySchema, unwrapItemSchemas } from './item-envelope.js';

const order: Json = { type: 'object', properties: { id: { type: 'string' }, note: { type: 'string' } } };
const draft: Json = { type: 'object', properties: { note: { type: 'string' } }, required: ['note'] };
const object = (properties: Json): Json => ({ type: 'object', properties });
const attributes = object({ note: { type: 'string' } });

describe('envelope', () => {
  it.each<[string, Json, Json]>([
    ['data', object({ data: order }), draft],
    ['data beside accompaniments', object({ data: order, meta: object({}), success: { type: 'boolean' } }), draft],
    ['its singular', object({ order }), draft],
  ])('of a response is found when it is %s', (_, answered, sent) => {
    const opened = unwrapItemSchemas({}, { answered, sent }, 'orders');
    expect(opened?.envelope).toMatchObject({ style: 'member', response: expect.stringMatching(/data|order/) });
    expect(opened?.envelope).not.toHaveProperty('request');
    expect(opened?.answered).toMatchObject({ properties: { id: {}, note: {} } });
    expect(opened?.sent).toEqual(draft);
  });

  it('of requests is found', () => {
    const opened = unwrapItemSchemas(
      {},
      { answered: object({ data: order }), sent: object({ data: draft }) },
      'orders',
    );
    expect(opened).toMatchObject({ envelope: { request: 'data', response: 'data' }, sent: { required: ['note'] } });
  });

  it('of JSON:API gives the attributes with the id', () => {
    const resource = object({ type: { const: 'orders' }, id: { type: 'string' }, attributes });
    const sent = object({ data: object({ type: { enum: ['orders'] }, attributes }) });
    expect(
      unwrapItemSchemas({}, { answered: object({ data: resource, links: object({}) }), sent }, 'orders'),
    ).toMatchObject({
      envelope: { style: 'json-api', type: 'orders' },
      answered: { properties: { id: {}, note: {} } },
      sent: attributes,
    });
    expect(unwrapEntrySchema({}, resource)).toMatchObject({ properties: { id: {}, note: {} } });
  });

  it.each<[string, Json]>([
    ['is bare', order],
    ['has one member of its own', object({ address: order })],
    ['has an id beside', object({ id: { type: 'string' }, data: order })],
    ['holds a list', object({ data: { type: 'array', items: order } })],
    ['holds a text', object({ data: { type: 'string' } })],
    ['is unknown', {}],
  ])('is not found in an item that %s', (_, answered) => {
    expect(unwrapItemSchemas({}, { answered, sent: undefined }, 'orders')).toBeUndefined();
    expect(unwrapEntrySchema({}, order)).toBeUndefined();
  });
});
