import { describe, expect, it, test } from 'vitest';
import {
  createDeclaredService,
  createDocument,
  createGet,
  serveListener,
} from '../../../test/support/scripted-service.fixture.js';
import type { JsonObject } from '../../model/json.js';
import type { Pagination } from '../../model/service/pagination.js';
import { survey } from '../survey.js';
import { createListener, type Pager, pagers } from './paged-lists.fixture.js';

const things = (many: number): JsonObject[] =>
  Array.from({ length: many }, (_, n) => ({ id: n + 101, title: `t${n}`, size: n + 1, limit: 1 }));

const looked = async (pager: Pager, stock: () => readonly JsonObject[] = () => things(12)) => {
  const { baseUrl, client, asked } = await serveListener(createListener(stock, pager));
  const { collections, notes } = await survey(
    createDeclaredService(baseUrl, { collections: ['/things'], permit: 'reads' }),
    client,
  );
  const spent = asked.filter((line) => line.startsWith('GET /things?')).length;
  return { pagination: collections[0]?.pagination, facts: collections[0]?.facts ?? [], notes, spent };
};

type Believed = Partial<Pagination>;
const described: [keyof typeof pagers, Believed][] = [
  [
    'limit and offset',
    { style: 'offset', params: { size: 'limit', offset: 'offset' }, total: '/total', defaultSize: 5 },
  ],
  [
    'startIndex and count, as SCIM has it',
    { style: 'offset', params: { size: 'count', offset: 'startIndex' }, firstOffset: 1, total: '/totalResults' },
  ],
  [
    'filter[limit] and filter[skip], with links',
    { style: 'link', params: { size: 'filter[limit]' }, next: '/links/next', defaultSize: 5 },
  ],
  ['limit and offset, strict', { style: 'offset', params: { size: 'limit', offset: 'offset' } }],
  [
    'page and per_page, with Link',
    { style: 'page', params: { size: 'per_page', page: 'page' }, base: 1, defaultSize: 5 },
  ],
  [
    'a total in a header field',
    {
      style: 'page',
      params: { size: 'per_page', page: 'page' },
      base: 1,
      total: 'X-Total-Count',
      items: '',
      defaultSize: 5,
    },
  ],
  [
    'page from 0, as Spring has it',
    { style: 'page', params: { size: 'size', page: 'page' }, base: 0, total: '/totalElements' },
  ],
  [
    'links to the next page, as DRF has it',
    { style: 'offset', params: { size: 'limit', offset: 'offset' }, next: '/next', total: '/count' },
  ],
  [
    'page tokens',
    { style: 'cursor', params: { size: 'pageSize', cursor: 'pageToken' }, next: '/nextPageToken', items: '/things' },
  ],
  [
    'tokens in a header field',
    { style: 'cursor', params: { size: 'limit', cursor: 'token' }, next: 'x-next-token', items: '' },
  ],
  [
    'the id of the last entry',
    { style: 'cursor', params: { size: 'limit', cursor: 'starting_after' }, next: '/has_more' },
  ],
  ['$top and $skip', { style: 'offset', params: { size: '$top', offset: '$skip' }, items: '/value' }],
  [
    'page[number] and page[size]',
    { style: 'page', params: { size: 'page[size]', page: 'page[number]' }, base: 1, total: '/meta/total' },
  ],
  [
    'a size that counts with a page only, among filters',
    { style: 'page', params: { size: '_per_page', page: '_page' }, base: 1, next: '/next' },
  ],
  ['a size that counts with a page only', { style: 'page', params: { size: '_per_page', page: '_page' }, base: 1 }],
];

describe('the paging of a list, by requests', () => {
  it.each(described)('%s', async (name, believed) => {
    const { pagination, notes, spent } = await looked(pagers[name]);
    expect(pagination).toMatchObject(believed);
    expect(pagination?.params).toEqual(believed.params);
    expect(notes.filter((note) => !/inner/.test(note))).toEqual([]);
    expect(spent).toBeLessThanOrEqual(20);
  });

  it.each(described)('%s, with two entries only', async (name, { style }) => {
    const { pagination } = await looked(pagers[name], () => things(2));
    expect([style, 'unknown', 'link']).toContain(pagination?.style);
    if (pagination?.style !== style) expect(pagination?.params).toEqual({});
  });

  it('has evidence', async () => {
    const { facts } = await looked(pagers['limit and offset']);
    expect(facts).toContainEqual({
      about: 'pagination',
      value: { style: 'offset', params: { size: 'limit', offset: 'offset' } },
      provenance: 'observed',
      evidence: 'GET /things?limit=1 returned 1 of the 5 entries of GET /things',
    });
  });

  it('is as links say that lead to other entries than they should', async () => {
    const { pagination } = await looked(pagers['links with a cursor, to pages without their first entry']);
    expect(pagination).toMatchObject({ style: 'cursor', params: { size: 'limit', cursor: 'cursor' }, items: '' });
  });

  it('needs few requests if a link names the parameters', async () => {
    expect((await looked(pagers['page and per_page, with Link'])).spent).toBeLessThanOrEqual(8);
  });
});

describe('a list is read with', () => {
  /** A list with pages of 5 entries, which refuses or cuts sizes above a maximum. */
  const limited =
    (maximum: number, isRefused: boolean): Pager =>
    (all, query) =>
      isRefused && Number(query.get('limit') ?? 5) > maximum
        ? { json: { error: 'limit is too large' }, status: 422 }
        : pagers['limit and offset'](
            all,
            new URLSearchParams({
              ...Object.fromEntries(query),
              limit: String(Math.min(maximum, Number(query.get('limit') ?? 5))),
            }),
          );
  it.each<[string, number, boolean, number | undefined]>([
    ['a size of 100', 1_000, true, 100],
    ['a size of 100 that is cut to less', 30, false, 100],
    ['the largest usual size that is not refused', 30, true, 20],
    ['its default size, where each usual one is refused', 12, true, undefined],
  ])('%s', async (_, maximum, isRefused, readSize) => {
    expect((await looked(limited(maximum, isRefused))).pagination?.readSize).toBe(readSize);
  });
});

const filterSchema = { type: 'object', properties: { limit: { type: 'integer' }, skip: { type: 'integer' } } };

test.each<[string, JsonObject]>([
  ['in brackets', { style: 'deepObject', schema: filterSchema }],
  ['of an object that is sent as JSON', { content: { 'application/json': { schema: filterSchema } } }],
])('described parameters %s are tried, and used where they page', async (_, described) => {
  const filter = { name: 'filter', in: 'query', ...described };
  const list = { ...createGet({ type: 'array', items: { type: 'object' } }), parameters: [filter] };
  const document = JSON.stringify(createDocument({ '/things': { get: list } }));
  const read = async (isPaged: boolean) => {
    const pager: Pager = (all, query) => {
      const [from, many] = ['skip', 'limit'].map((name) =>
        Number(query.get(`filter[${name}]`) ?? (name === 'skip' ? 0 : 99)),
      );
      return { json: isPaged ? all.slice(from ?? 0, (from ?? 0) + (many ?? 0)) : all };
    };
    const listener = createListener(() => things(12), pager);
    const { baseUrl, client } = await serveListener((request, response) =>
      request.url === '/openapi.json'
        ? response.writeHead(200, { 'content-type': 'application/json' }).end(document)
        : listener(request, response),
    );
    const { collections } = await survey(createDeclaredService(baseUrl, { permit: 'reads' }), client);
    return collections[0]?.pagination;
  };
  const params = { size: 'filter[limit]', offset: 'filter[skip]' };
  expect(await read(true)).toMatchObject({ style: 'offset', params });
  expect(await read(false)).toMatchObject({ style: 'unknown', params: {} });
});

describe('no paging is assumed', () => {
  it.each<[string, Pager, RegExp | undefined]>([
    ['of a list that is not paged', pagers['the whole list'], undefined],
    ['of a filter that happens to leave the first entry', pagers['filters by whatever is asked for'], undefined],
    [
      'of a size without a way on',
      pagers['a size and no way on'],
      /limit sets the page size, but how to request the next/,
    ],
    [
      'of a list that shows less for any parameter',
      (all, query) => ({ json: all.slice(0, query.size > 0 ? 1 : 9) }),
      /fewer entries for any/,
    ],
    [
      'of a list that refuses any parameter',
      (all, query) => (query.size > 0 ? { json: {}, status: 400 } : { json: all }),
      undefined,
    ],
  ])('%s', async (_, pager, note) => {
    const { pagination, notes } = await looked(pager);
    expect(pagination).toMatchObject({ style: 'unknown', params: {} });
    expect(notes).toHaveLength(note ? 1 : 0);
    if (note) expect(notes[0]).toMatch(note);
  });

  it('of the first id to show, where the ids count from 1', async () => {
    const { pagination } = await looked(pagers['the first id to show'], () =>
      things(9).map((thing, index) => ({ ...thing, id: index + 1 })),
    );
    expect(pagination?.params).toEqual({});
  });

  it('of a list in another order each time', async () => {
    let turn = 0;
    const { pagination, notes } = await looked((all, query) => {
      turn += 1;
      return pagers['limit and offset'](turn % 2 ? all : all.toReversed(), query);
    });
    expect(pagination?.params).toEqual({});
    expect(notes[0]).toMatch(/^\/things: has no stable order/);
  });

  it('but what a link to the next page says of such a list', async () => {
    let turn = 0;
    const { pagination, notes } = await looked((all, query, path) => {
      turn += 1;
      return pagers['page and per_page, with Link'](turn % 2 ? all : all.toReversed(), query, path);
    });
    expect(pagination).toMatchObject({ style: 'page', params: { size: 'per_page', page: 'page' }, base: 1 });
    expect(notes).toEqual([expect.stringContaining('http://inner:8080')]);
  });

  it('and of a list whose pages are all the first one', async () => {
    const { pagination } = await looked((all, query, path) => {
      const { json } = pagers['page and per_page, with Link'](
        all,
        new URLSearchParams({ ...Object.fromEntries(query), page: '1' }),
        path,
      );
      const link = `<${path}?page=1&per_page=${query.get('per_page') ?? 5}>; rel="next"`;
      return { json, headers: { link } };
    });
    expect(pagination).toMatchObject({ style: 'page', params: { size: 'per_page', page: 'page' }, base: 0 });
  });

  it('but of a list that another client adds to', async () => {
    let count = 6;
    const { pagination } = await looked(pagers['page and per_page, with Link'], () => things(count > 7 ? 8 : ++count));
    expect(pagination).toMatchObject({ style: 'page', params: { size: 'per_page', page: 'page' } });
  });

  it('of a list with one entry', async () => {
    const { pagination, notes, spent } = await looked(pagers['limit and offset'], () => things(1));
    expect(pagination?.params).toEqual({});
    expect(notes).toEqual([
      '/things: has too few entries to find out how it is paged; if it is paged, declare resources[].pagination',
    ]);
    expect(spent).toBe(0);
  });

  it('of a total that counts the page', async () => {
    const { pagination } = await looked(pagers['a count of the page as total']);
    expect(pagination).toMatchObject({ style: 'offset', params: { size: 'limit', offset: 'offset' } });
    expect(pagination?.total).toBeUndefined();
  });

  it('of a header field that counts the page', async () => {
    const { pagination } = await looked(pagers['a count of the page in a header field']);
    expect(pagination).toMatchObject({ style: 'page', params: { size: 'per_page', page: 'page' } });
    expect(pagination?.total).toBeUndefined();
  });
});

describe('declared pagination is not explored', () => {
  it('by the profile', async () => {
    const { baseUrl, client, asked } = await serveListener(
      createListener(() => things(12), pagers['limit and offset']),
    );
    const resources = [
      { name: 'things', collection: '/things', where: 'p:1:1', pagination: { style: 'none' as const } },
    ];
    const { collections } = await survey(createDeclaredService(baseUrl, { resources }), client);
    expect(collections[0]?.pagination.style).toBe('none');
    expect(asked.filter((line) => line.includes('?'))).toEqual([]);
  });
});
