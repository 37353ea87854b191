import { afterEach, describe, expect, test } from 'vitest';
import type { Reply } from '../../../../test/support/raw-client.js';
import { startWithRoles } from '../../required-fields.fixture.js';
import type { Json } from './json.js';

let open: Awaited<ReturnType<typeof startWithRoles>>;

afterEach(() => open.demo.close());

const order = { customer: 'Ada', quantity: 3 };
const nowhere = '/orders/00000000-0000-4000-8000-000000000000';

const shapes: readonly [string, string | undefined, (reply: Reply) => void][] = [
  [
    'errors-problem',
    'application/problem+json',
    ({ status, body }) => expect(body).toMatchObject({ status, detail: expect.any(String) }),
  ],
  [
    'errors-google',
    'application/json',
    ({ status, body }) =>
      expect(body).toEqual({
        error: {
          code: status,
          message: expect.any(String),
          status: expect.stringMatching(/^[A-Z_]+$/),
          details: expect.any(Array),
        },
      }),
  ],
  [
    'errors-jsonapi',
    'application/vnd.api+json',
    ({ status, body }) =>
      expect((body.errors as Json[])[0]).toMatchObject({ status: String(status), detail: expect.any(String) }),
  ],
  [
    'errors-github',
    'application/json',
    ({ body }) => expect(Object.keys(body)).toEqual(['message', 'documentation_url', 'errors']),
  ],
  ['errors-detail', 'application/json', ({ body }) => expect(body).toEqual({ detail: expect.any(String) })],
  ['errors-text', 'text/plain', ({ text }) => expect(text).toMatch(/^[A-Z].*\.\n$/)],
  ['errors-empty', undefined, ({ text }) => expect(text).toBe('')],
];

describe.each(shapes)('%s', (name, type, isShaped) => {
  test('has the format in every error of the service, with status and fields', async () => {
    open = await startWithRoles(name);
    const ask = open.anonymous;
    const replies: readonly [number, Reply][] = [
      [400, await ask('POST', '/orders', '{"broken')],
      [404, await ask('GET', nowhere)],
      [404, await ask('GET', '/nowhere')],
      [405, await ask('DELETE', '/orders')],
      [409, await ask('POST', `${(await ask('POST', '/orders', order)).headers.location}/refund`, {})],
      [413, await ask('POST', '/orders', 'x'.repeat(64 * 1024 + 1))],
      [415, await ask('POST', '/orders', '<a/>', { 'content-type': 'application/xml' })],
      [422, await ask('POST', '/orders', { ...order, quantity: 0 })],
    ];
    for (const [status, reply] of replies) {
      expect([reply.status, reply.headers['content-type']]).toEqual([status, type]);
      expect(reply.headers['content-length']).toBe(String(Buffer.byteLength(reply.text)));
      isShaped(reply);
    }
    expect(replies[3]?.[1].headers.allow).toContain('POST');
  });

  test('is described by the document', async () => {
    open = await startWithRoles(name);
    const { paths } = JSON.parse((await open.anonymous('GET', '/openapi.json')).text);
    const { content } = paths['/orders'].post.responses[422];
    expect(Object.keys(content ?? {})).toEqual(type === undefined ? [] : [type]);
  });
});

test.each(['errors-jsonapi', 'errors-github'])('%s names the problem', async (name) => {
  open = await startWithRoles(name);
  const { text } = await open.anonymous('POST', '/orders', { ...order, quantity: 0 });
  expect(text).toContain(name === 'errors-github' ? '"field":"quantity"' : '"pointer":"/quantity"');
});

describe('statuses with a choice', () => {
  const statuses = async () => {
    const ask = open.anonymous;
    const path = (await ask('POST', '/orders', order)).headers.location ?? '';
    const replies = [
      await ask('POST', '/orders', '{"broken'),
      await ask('PATCH', path, { quantity: 0 }),
      await ask('POST', `${path}/refund`, {}),
    ];
    for (const { status, body } of replies) expect(body.status).toBe(status);
    return replies.map(({ status }) => status);
  };

  test.each([
    [['syntax-400'], [400, 422, 409]],
    [['syntax-422'], [422, 422, 409]],
    [['semantic-400'], [400, 400, 409]],
    [['conflict-422'], [400, 422, 422]],
    [
      ['syntax-422', 'semantic-400', 'conflict-422'],
      [422, 400, 422],
    ],
  ])('%j answers %j', async (dialect, expected) => {
    open = await startWithRoles(...dialect);
    expect(await statuses()).toEqual(expected);
    const { paths } = JSON.parse((await open.anonymous('GET', '/openapi.json')).text);
    const declared = Object.keys(paths['/orders/{order_id}'].put.responses);
    expect(declared).toEqual(expect.arrayContaining(expected.slice(0, 2).map(String)));
  });
});

test('refuses content that matches the schema and is invalid in meaning', async () => {
  open = await startWithRoles();
  const ask = open.anonymous;
  for (const content of [
    { ...order, customer: 'unknown customer' },
    { ...order, tags: ['not as a gift', 'x', 'as a gift'] },
  ]) {
    expect((await ask('POST', '/orders', content)).status).toBe(422);
  }
  expect((await ask('POST', '/orders', { ...order, customer: 'nobody', tags: ['as a gift'] })).status).toBe(201);
  expect(open.demo.orders()).toBe(1);
});
