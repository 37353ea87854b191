import { describe, expect, it } from 'vitest';
import { get, object, openapi, order, post, surveyOf, text } from '../../test/support/scripted-service.fixture.js';
import type { Json, JsonObject } from '../model/json.js';

const surveyed = async (create: Json, more: JsonObject = {}, read: Json = order) => {
  const paths = {
    '/orders': { get: get({ type: 'array', items: order }), post: post(create, more) },
    '/orders/{id}': { get: get(read) },
  };
  const [collection] = (await surveyOf(openapi(paths))).collections;
  if (!collection) throw new Error('no collection was found');
  return collection;
};

describe('the run mark', () => {
  it.each<[string, JsonObject, string | undefined]>([
    ['prose before labels', { title: text, note: text }, '/note'],
    ['labels before others', { colour: text, title: text }, '/title'],
    ['any other free text', { colour: text }, '/colour'],
    ['nullable text', { note: { type: ['string', 'null'] } }, '/note'],
    ['no enum', { note: { ...text, enum: ['a'] } }, undefined],
    ['no format', { note: { ...text, format: 'uri' } }, undefined],
    ['no pattern', { note: { ...text, pattern: '^a' } }, undefined],
    ['no short text', { note: { ...text, maxLength: 23 } }, undefined],
    ['long enough text', { note: { ...text, maxLength: 24 } }, '/note'],
    ['no number', { note: { type: 'integer' } }, undefined],
    ['no read-only member', { note: { ...text, readOnly: true } }, undefined],
    ['no unique member', { name: { ...text, description: 'Must be unique.' } }, undefined],
    ['no foreign key or code', { customerId: text, currency: text, state: text }, undefined],
  ])('%s', async (_, members, marker) => expect((await surveyed(object(members))).marker).toBe(marker));

  it('looks through allOf and references', async () => {
    const composed = { allOf: [object({ colour: text }), { allOf: [object({ comment: text })] }] };
    expect((await surveyed(composed)).marker).toBe('/comment');
  });
});

describe('unique members', () => {
  it.each<[string, JsonObject, JsonObject, string[]]>([
    [
      'by name',
      { email: text, username: text, sku: text, external_id: text },
      {},
      ['/email', '/username', '/sku', '/external_id'],
    ],
    ['by description', { label: { ...text, description: 'Unique within a shop' } }, {}, ['/label']],
    ['by extension', { label: { ...text, 'x-unique': true } }, {}, ['/label']],
    ['not by a doubtful name alone', { code: text, reference: text }, {}, []],
    [
      'by a doubtful name and a conflict',
      { code: text, reference: text, name: text },
      { responses: { 201: {}, 409: {} } },
      ['/code', '/reference'],
    ],
    ['not of few values', { sku: { ...text, enum: ['a', 'b'] } }, {}, []],
    ['not numbers', { sku: { type: 'integer' } }, {}, []],
  ])('%s', async (_, members, more, unique) => expect((await surveyed(object(members), more)).unique).toEqual(unique));
});

describe('members that the service sets', () => {
  const whole = object({
    id: text,
    createdAt: text,
    updated_at: text,
    version: { type: 'integer' },
    _links: object({}),
    note: text,
  });

  it('are found where one schema serves reading and writing', async () => {
    expect((await surveyed(whole, {}, whole)).serverAssigned).toEqual([
      '/id',
      '/createdAt',
      '/updated_at',
      '/version',
      '/_links',
    ]);
  });

  it('are stamps only where creation has a schema of its own', async () => {
    expect((await surveyed(whole)).serverAssigned).toEqual(['/createdAt', '/updated_at']);
  });

  it.each([
    ['an id', 'orderId', '/orders/{orderId}', ['/orderId']],
    ['a number', 'number', '/orders/{number}', ['/number']],
    ['no slug, which the caller chooses', 'slug', '/orders/{slug}', undefined],
    ['no code, which the caller chooses', 'code', '/orders/{code}', undefined],
  ])('are %s that is used in paths', async (_, name, itemPath, assigned) => {
    const item = object({ [name]: text, note: text });
    const paths: JsonObject = {
      '/orders': { get: get({ type: 'array', items: item }), post: post(item) },
      [itemPath]: { get: get(item) },
    };
    expect((await surveyOf(openapi(paths))).collections[0]?.serverAssigned).toEqual(assigned);
  });

  it('are found where only the list answers with the schema of the creation', async () => {
    const item = object({ id: text, note: text });
    const paths = {
      '/orders': { get: get({ type: 'array', items: item }), post: post(item) },
      '/orders/{id}': { delete: { responses: { 204: {} } } },
    };
    expect((await surveyOf(openapi(paths))).collections[0]?.serverAssigned).toEqual(['/id']);
  });

  it('are none where they are read-only anyway', async () => {
    const marked = object({ id: { ...text, readOnly: true }, note: text });
    expect((await surveyed(marked, {}, marked)).serverAssigned).toBeUndefined();
  });
});

describe('the id', () => {
  it.each<[string, Json, string, string]>([
    ['named as the parameter', object({ id: text, orderNo: text }), '/orders/{orderNo}', '/orderNo'],
    ['the usual name', object({ id: text, name: text }), '/orders/{x}', '/id'],
    ['the noun', object({ order_id: text, name: text }), '/orders/{x}', '/order_id'],
    ['the next best', object({ slug: text, note: text }), '/orders/{x}', '/slug'],
    ['Mongo', object({ _id: text }), '/orders/{x}', '/_id'],
    ['inside an envelope', object({ data: object({ id: text }) }), '/orders/{x}', '/id'],
    ['the parameter without the noun', object({ id: text, number: text }), '/orders/{order_number}', '/number'],
    ['the first of two', object({ key: text, id: text }), '/orders/{orderIdOrKey}', '/id'],
    ['in metadata', object({ metadata: object({ name: text }) }), '/orders/{x}', '/metadata/name'],
    ['no scalar', object({ id: object({}), key: text }), '/orders/{x}', '/key'],
    ['nothing', object({ note: text }), '/orders/{x}', '/id'],
  ])('%s', async (_, item, itemPath, pointer) => {
    const paths = { '/orders': { get: get({ type: 'array', items: item }) }, [itemPath]: { get: get(item) } };
    expect((await surveyOf(openapi(paths))).collections[0]?.id.pointer).toBe(pointer);
  });
});

describe('idempotency keys', () => {
  const header = (name: string, more: JsonObject = {}) => ({ parameters: [{ in: 'header', name, ...more }] });

  it.each<[string, JsonObject, Json, object | undefined]>([
    [
      'the header',
      header('Idempotency-Key'),
      order,
      { in: 'header', name: 'Idempotency-Key', format: 'raw', required: false },
    ],
    [
      'required',
      header('X-Idempotency-Key', { required: true }),
      order,
      { in: 'header', name: 'X-Idempotency-Key', format: 'raw', required: true },
    ],
    [
      'a structured field',
      header('Idempotency-Key', { schema: { type: 'string', examples: ['"a"'] } }),
      order,
      { in: 'header', name: 'Idempotency-Key', format: 'sf-string', required: false },
    ],
    [
      'a brand',
      header('PayPal-Request-Id'),
      order,
      { in: 'header', name: 'PayPal-Request-Id', format: 'raw', required: false },
    ],
    [
      'a request id that says so',
      header('X-Request-Id', { description: 'For safe retries' }),
      order,
      { in: 'header', name: 'X-Request-Id', format: 'raw', required: false },
    ],
    [
      'a request id that says so in its schema',
      header('X-Request-Id', { schema: { ...text, description: 'For safe retries' } }),
      order,
      { in: 'header', name: 'X-Request-Id', format: 'raw', required: false },
    ],
    [
      'a brand that says so',
      header('Acme-Request-Id', { description: 'Makes the request idempotent' }),
      order,
      { in: 'header', name: 'Acme-Request-Id', format: 'raw', required: false },
    ],
    ['a request id for tracing', header('X-Request-Id', { schema: text }), order, undefined],
    [
      'a member',
      {},
      object({ idempotency_key: text }, { required: ['idempotency_key'] }),
      { in: 'body', name: 'idempotency_key', format: 'raw', required: true },
    ],
    ['none', {}, order, undefined],
  ])('%s', async (_, more, create, carrier) => expect((await surveyed(create, more)).idempotency).toEqual(carrier));
});
