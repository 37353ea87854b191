import { describe, expect, it } from 'vitest';
import {
  createDocument,
  createGet,
  createObjectSchema,
  createOrderPaths,
  orderSchema,
  surveyDocument,
  textSchema,
} from '../../../test/support/scripted-service.fixture.js';
import type { Json, JsonObject } from '../../model/json.js';
import type { Pagination } from '../../model/service/pagination.js';

describe('pagination', () => {
  type Query = readonly [name: string, schema?: JsonObject];
  const paged = async (schema: Json, ...queries: Query[]): Promise<Pagination | undefined> => {
    const parameters = queries.map(([name, type = { type: 'integer' }]) => ({ in: 'query', name, schema: type }));
    const list = { ...createGet(schema), parameters };
    return (await surveyDocument(createDocument(createOrderPaths({ get: list })))).collections[0]?.pagination;
  };
  const array = { type: 'array', items: orderSchema };
  const integer = { type: 'integer' };

  it.each<[string, Query[], Pagination['style'], Pagination['params']]>([
    ['page and size', [['page'], ['per_page']], 'page', { page: 'page', size: 'per_page' }],
    ['offset and limit', [['offset'], ['limit']], 'offset', { offset: 'offset', size: 'limit' }],
    ['cursor', [['starting_after', textSchema], ['limit']], 'cursor', { cursor: 'starting_after', size: 'limit' }],
    ['JSON:API', [['page[number]'], ['page[size]']], 'page', { page: 'page[number]', size: 'page[size]' }],
    [
      'deep object',
      [['page', createObjectSchema({ number: integer, size: integer })]],
      'page',
      { page: 'page[number]', size: 'page[size]' },
    ],
    ['OData', [['$top'], ['$skip'], ['$count', { type: 'boolean' }]], 'offset', { size: '$top', offset: '$skip' }],
    ['dates are no offsets', [['from', { ...textSchema, format: 'date' }], ['limit']], 'unknown', { size: 'limit' }],
    ['nothing', [['status', textSchema]], 'unknown', {}],
  ])('%s', async (_, queries, style, params) =>
    expect(await paged(array, ...queries)).toMatchObject({ style, params }),
  );

  it('reads whether offsets count from 1', async () => {
    const read = async (more: object) =>
      (await paged(array, ['limit'], ['start', { ...integer, ...more }]))?.firstOffset;
    expect(await Promise.all([{ default: 1 }, { minimum: 1 }, { minimum: 0 }, {}].map(read))).toEqual([
      1,
      1,
      undefined,
      undefined,
    ]);
  });

  it('finds out from which number described offsets count', async () => {
    const things = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
    const parameters = ['limit', 'start'].map((name) => ({ in: 'query', name, schema: integer }));
    const list = { ...createGet(array), parameters };
    for (const [shown, first] of [
      [[{ id: 'a' }], 1],
      [[{ id: 'b' }], undefined],
    ] as const) {
      const found = await surveyDocument(createDocument(createOrderPaths({ get: list })), {
        'GET /orders': things,
        'GET /orders?limit=1&start=1': shown,
      });
      expect(found.collections[0]?.pagination.firstOffset).toBe(first);
    }
  });

  it('reads sizes, limits and the first page', async () => {
    const size = { ...integer, default: 20, maximum: 100, description: 'Values above 100 are capped' };
    expect(await paged(array, ['limit', size], ['page', { ...integer, default: 0 }])).toMatchObject({
      base: 0,
      defaultSize: 20,
      maxSize: 100,
      overMax: 'clamp',
    });
    expect(
      await paged(array, ['limit', { ...integer, description: 'More than 50 gives 400' }], ['page']),
    ).toMatchObject({ base: 1, overMax: 'reject' });
  });

  it.each<[string, Partial<Pagination>]>([
    ['Results per page (max 100).', { maxSize: 100 }],
    ['At most 1,000; the default is 50.', { maxSize: 1000, defaultSize: 50 }],
    ['Default value is 10. Maximum value is 1000', { maxSize: 1000, defaultSize: 10 }],
    ['A limit between 1 and 25.', { maxSize: 25 }],
  ])('reads sizes out of prose: %s', async (description, sizes) => {
    expect(await paged(array, ['limit', { ...integer, description }])).toMatchObject(sizes);
  });

  it('takes an offset that is a token for a cursor', async () => {
    const told: Query = ['offset', { ...textSchema, description: 'Token of the next page' }];
    expect(await paged(array, told)).toMatchObject({ style: 'cursor', params: { cursor: 'offset' } });
    const answered = createObjectSchema({ data: array, offset: textSchema });
    expect(await paged(answered, ['offset', textSchema])).toMatchObject({ style: 'cursor', next: '/offset' });
    expect(await paged(array, ['offset', textSchema])).toMatchObject({ style: 'offset', params: { offset: 'offset' } });
  });

  it('prefers a token to the link beside it', async () => {
    const next = createObjectSchema({ link: textSchema, after: textSchema });
    expect(await paged(createObjectSchema({ data: array, paging: createObjectSchema({ next }) }))).toMatchObject({
      next: '/paging/next/after',
    });
  });

  it.each<[string, Pagination['overMax']]>([
    ['More than 100 is clamped to 100.', 'clamp'],
    ['More than 100 is rejected with 400.', 'reject'],
    ['More than 100 is ignored and the default of 20 is used.', 'default'],
    ['Values above 100 fall back to the default.', 'default'],
    ['When left out, the default of 20 is used. At most 100.', undefined],
    ['Must not be greater than 100; the default is 20.', undefined],
    ['At most 400 items. Negative values answer 400.', undefined],
  ])('reads the behaviour above the maximum size: %s', async (description, overMax) => {
    expect((await paged(array, ['limit', { ...integer, description }], ['page']))?.overMax).toBe(overMax);
  });

  it.each<[string, JsonObject, Partial<Pagination>]>([
    ['a bare array', array, { items: '' }],
    [
      'data and next cursor',
      createObjectSchema({ data: array, next_cursor: textSchema }),
      { items: '/data', next: '/next_cursor', style: 'link' },
    ],
    [
      'meta',
      createObjectSchema({ items: array, meta: createObjectSchema({ total: integer, next_page_url: textSchema }) }),
      { items: '/items', total: '/meta/total', next: '/meta/next_page_url' },
    ],
    [
      'HAL',
      createObjectSchema({
        _embedded: createObjectSchema({ orders: array }),
        _links: createObjectSchema({ next: createObjectSchema({ href: textSchema }) }),
        page: createObjectSchema({ totalElements: integer }),
      }),
      { items: '/_embedded/orders', next: '/_links/next/href', total: '/page/totalElements' },
    ],
    [
      'OData',
      createObjectSchema({ value: array, '@odata.nextLink': textSchema, '@odata.count': integer }),
      { items: '/value', next: '/@odata.nextLink', total: '/@odata.count' },
    ],
    ['plural of the resource', createObjectSchema({ orders: array }), { items: '/orders' }],
    [
      'any name beside a total',
      createObjectSchema({ found: array, total: integer }),
      { items: '/found', total: '/total' },
    ],
    [
      'envelope',
      createObjectSchema({ data: createObjectSchema({ items: array, total: integer }) }),
      { items: '/data/items' },
    ],
    [
      'allOf',
      { allOf: [createObjectSchema({ total: integer }), createObjectSchema({ items: array })] } as JsonObject,
      { items: '/items', total: '/total' },
    ],
    [
      'cursor object',
      createObjectSchema({
        data: array,
        paging: createObjectSchema({ cursors: createObjectSchema({ after: textSchema }) }),
      }),
      { items: '/data', next: '/paging/cursors/after' },
    ],
  ])('page: %s', async (_, schema, found) => expect(await paged(schema)).toMatchObject(found));

  it('does not take errors and links for entries', async () => {
    expect(await paged(createObjectSchema({ errors: array, links: array }))).toMatchObject({
      style: 'unknown',
      params: {},
    });
  });

  it('prefers the style whose next page is in the response', async () => {
    const both: Query[] = [['cursor', textSchema], ['page']];
    expect(await paged(createObjectSchema({ data: array, next_cursor: textSchema }), ...both)).toMatchObject({
      style: 'cursor',
    });
    expect(await paged(createObjectSchema({ data: array, total: integer }), ...both)).toMatchObject({ style: 'page' });
  });
});
