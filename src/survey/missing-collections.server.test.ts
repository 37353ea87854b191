import { describe, expect, it } from 'vitest';
import {
  createDocument,
  createGet,
  createObjectSchema,
  createOrderPaths,
  createPost,
  orderSchema,
  surveyDocument,
  textSchema,
} from '../../test/support/scripted-service.fixture.js';

const silent = (status: number) => ({ raw: '', status });
const ghost = (status = 404, options = silent(status)) => ({
  'GET /orders': silent(status),
  'OPTIONS /orders': options,
});
const list = createGet({ type: 'array', items: orderSchema });
const lines = {
  '/orders/{orderId}/lines': { get: list, post: createPost(orderSchema) },
  '/orders/{orderId}/lines/{lineId}': { get: createGet(orderSchema) },
  '/orders/{orderId}/lines/{lineId}/marks': { get: list, post: createPost(orderSchema) },
};

describe('a described collection that does not exist', () => {
  it.each([404, 410])('is sent no creations, and contradicts the document: %s', async (status) => {
    const { collections, contradictions, notes } = await surveyDocument(
      createDocument(createOrderPaths()),
      ghost(status),
    );
    expect(collections).toHaveLength(1);
    expect(collections[0]).toMatchObject({ path: '/orders', list: {}, read: {} });
    expect(collections[0]?.create).toBeUndefined();
    expect(collections[0]?.facts.map(({ about }) => about)).not.toContain('create');
    const evidence = `GET /orders: returned ${status}`;
    expect(contradictions).toEqual([
      {
        subject: 'orders',
        about: 'exists',
        believed: { about: 'exists', value: false, provenance: 'observed', evidence },
        doubted: { about: 'exists', value: true, provenance: 'described', evidence: '#/paths/~1orders/get' },
      },
    ]);
    expect(notes).toEqual([]);
  });

  it('removes the collections below', async () => {
    const { collections, notes } = await surveyDocument(createDocument({ ...lines, ...createOrderPaths() }), ghost());
    expect(collections.map(({ path }) => path)).toEqual(['/orders']);
    expect(notes).toEqual([
      '/orders/{orderId}/lines: not checked: its parent collection does not exist',
      '/orders/{orderId}/lines/{lineId}/marks: not checked: its parent collection does not exist',
    ]);
  });

  it('is not used as a parent', async () => {
    const note = createObjectSchema({ id: textSchema, orderId: textSchema }, { required: ['orderId'] });
    const notes = { get: createGet({ type: 'array', items: note }), post: createPost(note) };
    const paths = { ...createOrderPaths(), '/notes': notes, '/notes/{id}': { get: createGet(note) } };
    const { collections } = await surveyDocument(createDocument(paths), { ...ghost(), 'GET /notes': [] });
    expect(collections.find(({ path }) => path === '/notes')).toMatchObject({ parents: [], create: {} });
  });
});

describe('a collection whose GET returns no list', () => {
  it.each<[string, Parameters<typeof surveyDocument>[1], Parameters<typeof surveyDocument>[2]]>([
    ['OPTIONS tells of POST', ghost(404, { ...silent(204), headers: { allow: 'GET, POST' } } as never), {}],
    ['it fails', ghost(500), {}],
    ['it is hidden', ghost(403), {}],
    ['it is empty', { 'GET /orders': [] }, {}],
    ['the profile declares it', ghost(), { resources: [{ name: 'orders', collection: '/orders', where: 'p:1:1' }] }],
  ])('is taken to be there where %s', async (_, replies, more) => {
    const { collections, contradictions } = await surveyDocument(
      createDocument({ ...lines, ...createOrderPaths() }),
      replies,
      more,
    );
    expect(collections).toHaveLength(3);
    expect(collections[0]?.create).toBeDefined();
    expect(contradictions.map(({ about }) => about)).not.toContain('exists');
  });
});
