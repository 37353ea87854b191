import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../model/json.js';
import { buildRecordedDocument } from './build-document.js';

const base = 'http://127.0.0.1:8080';
const entry = (
  method: string,
  url: string,
  { sent, answer, status = 200 }: { sent?: Json; answer?: Json; status?: number } = {},
): Json => {
  const content: JsonObject = answer === undefined ? {} : { text: JSON.stringify(answer) };
  const postData: JsonObject = { mimeType: 'application/json; charset=utf-8', text: JSON.stringify(sent) ?? '' };
  return { request: { method, url, ...(sent !== undefined && { postData }) }, response: { status, content } };
};
const build = (value: Json) => buildRecordedDocument(value, base)?.paths;

describe('a recording', () => {
  test('of HAR gives operations, templates, examples and shapes', () => {
    const paths = build({
      log: {
        entries: [
          entry('GET', `${base}/orders?limit=2`, { answer: [{ id: 7, note: 'x' }] }),
          entry('GET', `${base}/orders/7`, { answer: { id: 7, note: 'x' } }),
          entry('GET', `${base}/orders/8/parts/9`),
          entry('POST', `${base}/orders`, { sent: { note: 'new' }, status: 201 }),
          entry('DELETE', `${base}/orders/9`, { status: 404 }),
          entry('GET', `${base}/app.js`),
          entry('GET', 'https://elsewhere.example/tracking'),
        ],
      },
    });
    const id = { name: 'orderId', in: 'path', required: true, schema: {}, example: '7' };
    expect(paths).toMatchObject({
      '/orders': {
        get: {
          parameters: [{ name: 'limit', in: 'query', example: '2' }],
          responses: {
            200: { content: { 'application/json': { schema: { type: 'array', items: { type: 'object' } } } } },
          },
        },
        post: { requestBody: { content: { 'application/json': { example: { note: 'new' } } } } },
      },
      '/orders/{orderId}': { parameters: [id] },
      '/orders/{orderId}/parts/{partId}': {
        parameters: [
          { name: 'orderId', example: '8' },
          { name: 'partId', example: '9' },
        ],
      },
    });
    expect(Object.keys(paths as object)).toHaveLength(3);
  });

  test('of Postman has folders, variables and saved responses', () => {
    const paths = build({
      info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: [
        {
          name: 'Orders',
          item: [
            {
              request: { method: 'GET', url: { raw: '{{baseUrl}}/orders/:orderId?full=true' } },
              response: [{ code: 200, body: '{"id":1}' }],
            },
            { request: { method: 'POST', url: '{{baseUrl}}/orders', body: { mode: 'raw', raw: '{"note":"a"}' } } },
            {
              request: {
                method: 'POST',
                url: '{{baseUrl}}/orders/{{id}}/close',
                body: { mode: 'raw', raw: 'no JSON' },
              },
            },
          ],
        },
      ],
    });
    expect(paths).toMatchObject({
      '/orders/{orderId}': { get: { parameters: [{ name: 'full', example: 'true' }] } },
      '/orders': { post: { requestBody: { content: { 'application/json': { example: { note: 'a' } } } } } },
      '/orders/{orderId}/close': { post: { responses: {} } },
    });
  });

  test.each<[string, Json]>([
    ['an OpenAPI document', { openapi: '3.1.0', paths: {} }],
    ['a list', []],
    ['text', 'x'],
  ])('is not %s', (_, value) => expect(buildRecordedDocument(value, base)).toBeUndefined());
});
