import { afterEach, expect, test } from 'vitest';
import { changeEntries, findEntries } from '../../../../tools/faults/page-entries.js';
import { isObject, type Json, type JsonObject } from '../http/json.js';
import { listComplaints, type Schema } from '../http/validate.js';
import type { PaginationName } from '../settings.js';
import { createPageStyle } from './pages.js';
import { openPageReader, type PageReader, parseReplyBody, styleClients, styleNames } from './walk-pages.fixture.js';

let reader: PageReader;

afterEach(() => reader.close());

const entry: Schema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };

/** The schema without additional members, except in entries. */
function strict(schema: Schema): Schema {
  if (schema === entry) return schema;
  const { properties, items } = schema;
  const inner = Object.entries(properties ?? {}).map(([name, member]) => [name, strict(member)] as const);
  return {
    ...schema,
    ...(items && { items: strict(items) }),
    ...(properties && { properties: Object.fromEntries(inner), additionalProperties: false }),
  };
}

test.each(styleNames)('returns a first, a middle, a last and an empty page of %s as documented', async (style) => {
  reader = await openPageReader(style);
  const schema = strict(createPageStyle(style).schema(entry, {}));
  const shown: Json[] = [parseReplyBody(await reader.ask('GET', '/orders'))];
  await reader.make(5);
  let asked: string | undefined = reader.target({ size: '2', start: undefined });
  while (asked !== undefined) {
    const reply = await reader.ask('GET', asked);
    shown.push(parseReplyBody(reply));
    asked = styleClients[style].next(reply, asked, 2);
  }
  expect(shown).toHaveLength(4);
  for (const body of shown) expect(listComplaints(body, schema)).toEqual([]);
});

/** The body of the second page of two without its entries, and the fields about other pages. */
const second: Readonly<Record<PaginationName, readonly [Json, JsonObject?]>> = {
  cursor: [{ items: 2, next: 'YWZ0ZXI6NA', limit: 2 }, { link: '</orders?limit=2&cursor=YWZ0ZXI6NA>; rel="next"' }],
  keyset: [{ data: 2, has_more: true }],
  token: [{ orders: 2, nextPageToken: 'dG9rZW46NA' }],
  link: [2, { link: '</orders?per_page=2&after=bGluazo0>; rel="next"' }],
  offset: [{ data: 2, total: 5 }],
  odata: [{ '@odata.count': 5, value: 2, '@odata.nextLink': '/orders?%24top=2&%24skip=4' }],
  range: [2, { 'content-range': '2-3/5' }],
  page: [
    2,
    {
      'x-total-count': '5',
      link: [
        '</orders?per_page=2&page=1>; rel="first"',
        '</orders?per_page=2&page=1>; rel="prev"',
        '</orders?per_page=2&page=3>; rel="next"',
        '</orders?per_page=2&page=3>; rel="last"',
      ].join(', '),
    },
  ],
  spring: [{ content: 2, totalElements: 5, totalPages: 3, number: 1, size: 2, first: false, last: false }],
  drf: [
    {
      count: 5,
      next: 'http://orders.example/orders?page_size=2&page=3',
      previous: 'http://orders.example/orders?page_size=2&page=1',
      results: 2,
    },
  ],
  hal: [
    {
      _embedded: { orders: 2 },
      _links: { self: { href: '/orders?size=2&page=1' }, next: { href: '/orders?size=2&page=2' } },
      page: { size: 2, totalElements: 5, totalPages: 3, number: 1 },
    },
  ],
  jsonapi: [
    {
      data: 2,
      links: {
        first: '/orders?page%5Bsize%5D=2&page%5Bnumber%5D=1',
        last: '/orders?page%5Bsize%5D=2&page%5Bnumber%5D=3',
        prev: '/orders?page%5Bsize%5D=2&page%5Bnumber%5D=1',
        next: '/orders?page%5Bsize%5D=2&page%5Bnumber%5D=3',
      },
      meta: { total: 5 },
    },
  ],
};

/** Replaces arrays by their lengths. */
function counted(body: Json): Json {
  if (Array.isArray(body)) return body.length;
  return isObject(body)
    ? Object.fromEntries(Object.entries(body).map(([name, inner]) => [name, counted(inner ?? null)]))
    : body;
}

const telling = ['link', 'content-range', 'x-total-count'];

test.each(styleNames)('the second page of %s', async (style) => {
  reader = await openPageReader(style);
  await reader.make(5);
  const asked = reader.target({ size: '2', start: undefined });
  const next = styleClients[style].next(await reader.ask('GET', asked), asked, 2) ?? '';
  const reply = await reader.ask('GET', next, undefined, { host: 'orders.example' });
  const fields = Object.entries(reply.headers).filter(([name]) => telling.includes(name));
  const [body, headers = {}] = second[style];
  expect([counted(parseReplyBody(reply)), Object.fromEntries(fields)]).toEqual([body, headers]);
});

test.each([0, 5])('an empty page from %i on has no range', async (offset) => {
  reader = await openPageReader('range');
  const reply = await reader.ask('GET', `/orders?offset=${offset}`);
  expect([reply.status, reply.headers['content-range']]).toEqual([200, '*/0']);
});

test.each(styleNames)('finds and changes the entries of %s in place', async (style) => {
  reader = await openPageReader(style);
  const made = await reader.make(2);
  const body = parseReplyBody(await reader.ask('GET', '/orders'));
  expect(findEntries(body)?.map(({ id }) => id)).toEqual(made);
  const changed = changeEntries({ status: 200, headers: {}, body }, ({ id }) => ({ id: `${id}!` }));
  expect(styleClients[style].items(changed.body ?? null)).toEqual(made.map((id) => ({ id: `${id}!` })));
  expect(Object.keys(changed.body ?? {})).toEqual(Object.keys(body ?? {}));
});

test('finds no entries in content that is not a page', async () => {
  reader = await openPageReader('cursor');
  const failure = { status: 404, headers: {}, body: { title: 'Not Found' } };
  expect(findEntries(failure.body)).toBeUndefined();
  expect(changeEntries(failure, () => ({}))).toBe(failure);
});
