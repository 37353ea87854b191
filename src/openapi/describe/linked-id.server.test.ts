import { describe, expect, it } from 'vitest';
import { get, json, object, openapi, order, surveyOf, text } from '../../../test/support/scripted-service.fixture.js';
import type { JsonObject } from '../../model/json.js';

const whole = object({ id: text, number: text });
const idBy = async (link: JsonObject) => {
  const made = { 201: { ...json(whole), links: { read: link } } };
  const paths = {
    '/orders': { get: get({ type: 'array', items: whole }), post: { requestBody: json(order), responses: made } },
    '/orders/{key}': { get: get(whole, { operationId: 'readOrder' }) },
  };
  return (await surveyOf(openapi(paths))).collections[0]?.id.pointer;
};

describe('the id, where a link says where it stands', () => {
  const parameters = { key: '$response.body#/number' };
  it.each<[string, JsonObject, string]>([
    ['by the name of the operation', { operationId: 'readOrder', parameters }, '/number'],
    ['by its place', { operationRef: '#/paths/~1orders~1{key}/get', parameters }, '/number'],
    ['not for another operation', { operationId: 'cancelOrder', parameters }, '/id'],
    ['not from a header field', { operationId: 'readOrder', parameters: { key: '$response.header.x' } }, '/id'],
  ])('%s', async (_, link, pointer) => expect(await idBy(link)).toBe(pointer));
});
