import { describe, expect, it } from 'vitest';
import {
  createDocument,
  createGet,
  createObjectSchema,
  createPost,
  orderSchema,
  surveyDocument,
  textSchema,
} from '../../test/support/scripted-service.fixture.js';
import type { Json, JsonObject } from '../model/json.js';

const surveyed = async (create: Json, more: JsonObject = {}, read: Json = orderSchema) => {
  const paths = {
    '/orders': { get: createGet({ type: 'array', items: orderSchema }), post: createPost(create, more) },
    '/orders/{id}': { get: createGet(read) },
  };
  const [collection] = (await surveyDocument(createDocument(paths))).collections;
  if (!collection) throw new Error('no collection was found');
  return collection;
};

describe('the marker of the run', () => {
  it.each<[string, JsonObject, string | undefined]>([
    ['prose before labels', { title: textSchema, note: textSchema }, '/note'],
    ['labels before others', { colour: textSchema, title: textSchema }, '/title'],
    ['any other free text', { colour: textSchema }, '/colour'],
    ['nullable text', { note: { type: ['string', 'null'] } }, '/note'],
    ['no enum', { note: { ...textSchema, enum: ['a'] } }, undefined],
    ['no format', { note: { ...textSchema, format: 'uri' } }, undefined],
    ['no pattern', { note: { ...textSchema, pattern: '^a' } }, undefined],
    ['text that may not be blank', { note: { ...textSchema, pattern: '\\S' } }, '/note'],
    ['no short text', { note: { ...textSchema, maxLength: 23 } }, undefined],
    ['long enough text', { note: { ...textSchema, maxLength: 24 } }, '/note'],
    ['no number', { note: { type: 'integer' } }, undefined],
    ['no read-only member', { note: { ...textSchema, readOnly: true } }, undefined],
    ['no unique member', { name: { ...textSchema, description: 'Must be unique.' } }, undefined],
    ['no foreign key or code', { customerId: textSchema, currency: textSchema, state: textSchema }, undefined],
  ])('%s', async (_, members, marker) => expect((await surveyed(createObjectSchema(members))).marker).toBe(marker));

  it('follows allOf and references', async () => {
    const composed = {
      allOf: [createObjectSchema({ colour: textSchema }), { allOf: [createObjectSchema({ comment: textSchema })] }],
    };
    expect((await surveyed(composed)).marker).toBe('/comment');
  });
});

describe('unique members', () => {
  it.each<[string, JsonObject, JsonObject, string[]]>([
    [
      'by name',
      { email: textSchema, username: textSchema, sku: textSchema, external_id: textSchema },
      {},
      ['/email', '/username', '/sku', '/external_id'],
    ],
    ['by description', { label: { ...textSchema, description: 'Unique within a shop' } }, {}, ['/label']],
    ['by extension', { label: { ...textSchema, 'x-unique': true } }, {}, ['/label']],
    ['not by a doubtful name alone', { code: textSchema, reference: textSchema }, {}, []],
    [
      'by a doubtful name and a conflict',
      { code: textSchema, reference: textSchema, name: textSchema },
      { responses: { 201: {}, 409: {} } },
      ['/code', '/reference'],
    ],
    ['not of few values', { sku: { ...textSchema, enum: ['a', 'b'] } }, {}, []],
    ['not numbers', { sku: { type: 'integer' } }, {}, []],
  ])('%s', async (_, members, more, unique) =>
    expect((await surveyed(createObjectSchema(members), more)).unique).toEqual(unique),
  );
});

describe('members that the service sets', () => {
  const whole = createObjectSchema({
    id: textSchema,
    createdAt: textSchema,
    updated_at: textSchema,
    version: { type: 'integer' },
    _links: createObjectSchema({}),
    note: textSchema,
  });

  it('are found if reading and writing have one schema', async () => {
    expect((await surveyed(whole, {}, whole)).serverAssigned).toEqual([
      '/id',
      '/createdAt',
      '/updated_at',
      '/version',
      '/_links',
    ]);
  });

  it('are only timestamps if the creation has its own schema', async () => {
    expect((await surveyed(whole)).serverAssigned).toEqual(['/createdAt', '/updated_at']);
  });

  it.each([
    ['an id', 'orderId', '/orders/{orderId}', ['/orderId']],
    ['a number', 'number', '/orders/{number}', ['/number']],
    ['no slug, which the caller chooses', 'slug', '/orders/{slug}', undefined],
    ['no code, which the caller chooses', 'code', '/orders/{code}', undefined],
  ])('are %s that is used in paths', async (_, name, itemPath, assigned) => {
    const item = createObjectSchema({ [name]: textSchema, note: textSchema });
    const paths: JsonObject = {
      '/orders': { get: createGet({ type: 'array', items: item }), post: createPost(item) },
      [itemPath]: { get: createGet(item) },
    };
    expect((await surveyDocument(createDocument(paths))).collections[0]?.serverAssigned).toEqual(assigned);
  });

  it('are found if only the list has the schema of the creation', async () => {
    const item = createObjectSchema({ id: textSchema, note: textSchema });
    const paths = {
      '/orders': { get: createGet({ type: 'array', items: item }), post: createPost(item) },
      '/orders/{id}': { delete: { responses: { 204: {} } } },
    };
    expect((await surveyDocument(createDocument(paths))).collections[0]?.serverAssigned).toEqual(['/id']);
  });

  it('do not include read-only members', async () => {
    const marked = createObjectSchema({ id: { ...textSchema, readOnly: true }, note: textSchema });
    expect((await surveyed(marked, {}, marked)).serverAssigned).toBeUndefined();
  });
});

describe('the id', () => {
  it.each<[string, Json, string, string]>([
    [
      'named as the parameter',
      createObjectSchema({ id: textSchema, orderNo: textSchema }),
      '/orders/{orderNo}',
      '/orderNo',
    ],
    ['the usual name', createObjectSchema({ id: textSchema, name: textSchema }), '/orders/{x}', '/id'],
    ['the noun', createObjectSchema({ order_id: textSchema, name: textSchema }), '/orders/{x}', '/order_id'],
    ['the next best', createObjectSchema({ slug: textSchema, note: textSchema }), '/orders/{x}', '/slug'],
    ['Mongo', createObjectSchema({ _id: textSchema }), '/orders/{x}', '/_id'],
    ['inside an envelope', createObjectSchema({ data: createObjectSchema({ id: textSchema }) }), '/orders/{x}', '/id'],
    [
      'the parameter without the noun',
      createObjectSchema({ id: textSchema, number: textSchema }),
      '/orders/{order_number}',
      '/number',
    ],
    ['the first of two', createObjectSchema({ key: textSchema, id: textSchema }), '/orders/{orderIdOrKey}', '/id'],
    [
      'in metadata',
      createObjectSchema({ metadata: createObjectSchema({ name: textSchema }) }),
      '/orders/{x}',
      '/metadata/name',
    ],
    ['no scalar', createObjectSchema({ id: createObjectSchema({}), key: textSchema }), '/orders/{x}', '/key'],
    ['nothing', createObjectSchema({ note: textSchema }), '/orders/{x}', '/id'],
  ])('%s', async (_, item, itemPath, pointer) => {
    const paths = {
      '/orders': { get: createGet({ type: 'array', items: item }) },
      [itemPath]: { get: createGet(item) },
    };
    expect((await surveyDocument(createDocument(paths))).collections[0]?.id.pointer).toBe(pointer);
  });
});

describe('idempotency keys', () => {
  const header = (name: string, more: JsonObject = {}) => ({ parameters: [{ in: 'header', name, ...more }] });

  it.each<[string, JsonObject, Json, object | undefined]>([
    [
      'the header',
      header('Idempotency-Key'),
      orderSchema,
      { in: 'header', name: 'Idempotency-Key', format: 'raw', required: false },
    ],
    [
      'required',
      header('X-Idempotency-Key', { required: true }),
      orderSchema,
      { in: 'header', name: 'X-Idempotency-Key', format: 'raw', required: true },
    ],
    [
      'a structured field',
      header('Idempotency-Key', { schema: { type: 'string', examples: ['"a"'] } }),
      orderSchema,
      { in: 'header', name: 'Idempotency-Key', format: 'sf-string', required: false },
    ],
    [
      'a brand',
      header('PayPal-Request-Id'),
      orderSchema,
      { in: 'header', name: 'PayPal-Request-Id', format: 'raw', required: false },
    ],
    [
      'a request id that says so',
      header('X-Request-Id', { description: 'For safe retries' }),
      orderSchema,
      { in: 'header', name: 'X-Request-Id', format: 'raw', required: false },
    ],
    [
      'a request id that says so in its schema',
      header('X-Request-Id', { schema: { ...textSchema, description: 'For safe retries' } }),
      orderSchema,
      { in: 'header', name: 'X-Request-Id', format: 'raw', required: false },
    ],
    [
      'a brand that says so',
      header('Acme-Request-Id', { description: 'Makes the request idempotent' }),
      orderSchema,
      { in: 'header', name: 'Acme-Request-Id', format: 'raw', required: false },
    ],
    ['a request id for tracing', header('X-Request-Id', { schema: textSchema }), orderSchema, undefined],
    [
      'a member',
      {},
      createObjectSchema({ idempotency_key: textSchema }, { required: ['idempotency_key'] }),
      { in: 'body', name: 'idempotency_key', format: 'raw', required: true },
    ],
    ['none', {}, orderSchema, undefined],
  ])('%s', async (_, more, create, carrier) => expect((await surveyed(create, more)).idempotency).toEqual(carrier));
});
