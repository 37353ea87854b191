import type { RequestListener } from 'node:http';
import type { Json, JsonObject } from '../../model/json.js';

/** What a list answers to a query. */
export interface PagedReply {
  readonly json: Json;
  readonly status?: number;
  readonly headers?: Record<string, string>;
}

/** A way to page a list, as services have it. */
export type Pager = (things: readonly JsonObject[], query: URLSearchParams, path: string) => PagedReply;

const readWholeNumber = (query: URLSearchParams, name: string, otherwise: number) =>
  Number(query.get(name) ?? otherwise);
const slicePage = (things: readonly JsonObject[], from: number, many: number) => things.slice(from, from + many);
const badRequestReply: PagedReply = { json: { error: 'unknown parameter' }, status: 400 };
const hasOnlyParameters = (query: URLSearchParams, ...names: string[]) =>
  [...query.keys()].every((name) => names.includes(name));

/** Ways to page, by what they are known from. */
export const pagers = {
  'the whole list': (things) => ({ json: things }),
  'limit and offset': (things, query) => {
    const [limit, offset] = [readWholeNumber(query, 'limit', 5), readWholeNumber(query, 'offset', 0)];
    return { json: { items: slicePage(things, offset, limit), total: things.length } };
  },
  'startIndex and count, as SCIM has it': (things, query) => {
    const [startIndex, count] = [readWholeNumber(query, 'startIndex', 1), readWholeNumber(query, 'count', 5)];
    const Resources = slicePage(things, Math.max(startIndex, 1) - 1, count);
    return { json: { totalResults: things.length, startIndex, itemsPerPage: Resources.length, Resources } };
  },
  'the first id to show': (things, query) => {
    const shown = things.filter(({ id }) => Number(id) >= readWholeNumber(query, 'start', 0));
    return { json: slicePage(shown, 0, readWholeNumber(query, 'limit', 5)) };
  },
  'filter[limit] and filter[skip], with links': (things, query, path) => {
    const [limit, skip] = [readWholeNumber(query, 'filter[limit]', 5), readWholeNumber(query, 'filter[skip]', 0)];
    const isLast = skip + limit >= things.length;
    const next = isLast ? null : `${path}?filter[limit]=${limit}&filter[skip]=${skip + limit}`;
    return { json: { data: slicePage(things, skip, limit), links: { next } } };
  },
  'links with a cursor, to pages without their first entry': (things, query, path) => {
    const [limit, cursor] = [readWholeNumber(query, 'limit', 50), Number(query.get('cursor')?.slice(1) ?? 0)];
    const link = `<${path}?limit=${limit}&cursor=c${cursor + limit}>; rel="next"`;
    const shown = slicePage(things, cursor, limit).slice(cursor > 0 ? 1 : 0);
    return { json: shown, ...(cursor + limit < things.length && { headers: { link } }) };
  },
  'limit and offset, strict': (things, query) => {
    if (!hasOnlyParameters(query, 'limit', 'offset')) return badRequestReply;
    return { json: slicePage(things, readWholeNumber(query, 'offset', 0), readWholeNumber(query, 'limit', 5)) };
  },
  'page and per_page, with Link': (things, query, path) => {
    const [page, size] = [readWholeNumber(query, 'page', 1), readWholeNumber(query, 'per_page', 5)];
    const isLast = page * size >= things.length;
    const link = `<http://inner:8080${path}?page=${page + 1}&per_page=${size}>; rel="next"`;
    return { json: slicePage(things, (page - 1) * size, size), ...(isLast ? {} : { headers: { link } }) };
  },
  'a total in a header field': (things, query) => {
    const [page, size] = [readWholeNumber(query, 'page', 1), readWholeNumber(query, 'per_page', 5)];
    return { json: slicePage(things, (page - 1) * size, size), headers: { 'x-total-count': String(things.length) } };
  },
  'a count of the page in a header field': (things, query) => {
    const [page, size] = [readWholeNumber(query, 'page', 1), readWholeNumber(query, 'per_page', 5)];
    const shown = slicePage(things, (page - 1) * size, size);
    return { json: shown, headers: { 'x-total-count': String(shown.length) } };
  },
  'page from 0, as Spring has it': (things, query) => {
    const [number, size] = [readWholeNumber(query, 'page', 0), readWholeNumber(query, 'size', 5)];
    return { json: { content: slicePage(things, number * size, size), totalElements: things.length, number, size } };
  },
  'links to the next page, as DRF has it': (things, query, path) => {
    const [limit, offset] = [readWholeNumber(query, 'limit', 5), readWholeNumber(query, 'offset', 0)];
    const next = offset + limit < things.length ? `http://inner${path}?limit=${limit}&offset=${offset + limit}` : null;
    return { json: { count: things.length, next, previous: null, results: slicePage(things, offset, limit) } };
  },
  'page tokens': (things, query) => {
    const from = Number(atob(query.get('pageToken') ?? btoa('0')));
    const size = readWholeNumber(query, 'pageSize', 5);
    const next = from + size < things.length ? btoa(String(from + size)) : '';
    return { json: { things: slicePage(things, from, size), nextPageToken: next } };
  },
  'tokens in a header field': (things, query) => {
    const from = Number(atob(query.get('token') ?? btoa('0')));
    const size = readWholeNumber(query, 'limit', 5);
    const isLast = from + size >= things.length;
    return {
      json: slicePage(things, from, size),
      ...(isLast ? {} : { headers: { 'X-Next-Token': btoa(String(from + size)) } }),
    };
  },
  'the id of the last entry': (things, query) => {
    const after = things.findIndex(({ id }) => String(id) === query.get('starting_after')) + 1;
    const limit = readWholeNumber(query, 'limit', 5);
    return { json: { data: slicePage(things, after, limit), has_more: after + limit < things.length } };
  },
  '$top and $skip': (things, query) => {
    if ([...query.keys()].some((name) => name.startsWith('$') && !['$top', '$skip'].includes(name)))
      return badRequestReply;
    return {
      json: { value: slicePage(things, readWholeNumber(query, '$skip', 0), readWholeNumber(query, '$top', 5)) },
    };
  },
  'page[number] and page[size]': (things, query) => {
    const [number, size] = [readWholeNumber(query, 'page[number]', 1), readWholeNumber(query, 'page[size]', 5)];
    return { json: { data: slicePage(things, (number - 1) * size, size), links: {}, meta: { total: things.length } } };
  },
  'a size that counts with a page only': (things, query) => {
    if (!query.has('_page')) return { json: things };
    const [page, size] = [readWholeNumber(query, '_page', 1), readWholeNumber(query, '_per_page', 5)];
    return { json: { data: slicePage(things, (page - 1) * size, size), items: things.length } };
  },
  'a size that counts with a page only, among filters': (things, query) => {
    if (query.has('_page') && hasOnlyParameters(query, '_page', '_per_page')) {
      const [page, size] = [readWholeNumber(query, '_page', 1), readWholeNumber(query, '_per_page', 5)];
      return { json: { next: page + 1, items: things.length, data: slicePage(things, (page - 1) * size, size) } };
    }
    return { json: things.filter((thing) => [...query].every(([name, value]) => String(thing[name]) === value)) };
  },
  'filters by whatever is asked for': (things, query) => ({
    json: things.filter((thing) => [...query].every(([name, value]) => String(thing[name]) === value)),
  }),
  'a count of the page as total': (things, query) => {
    const shown = slicePage(things, readWholeNumber(query, 'offset', 0), readWholeNumber(query, 'limit', 5));
    return { json: { items: shown, total: shown.length } };
  },
  'a size and no way on': (things, query) => ({ json: slicePage(things, 0, readWholeNumber(query, 'limit', 5)) }),
} satisfies Record<string, Pager>;

/** Serves items under `/things` with one style of paging, each item at its own path. */
export const createListener =
  (things: () => readonly JsonObject[], pager: Pager): RequestListener =>
  ({ method, url = '' }, response) => {
    if (method !== 'GET') return response.writeHead(405).end();
    const { pathname, searchParams } = new URL(url, 'http://x');
    const stock = things();
    const one = stock.find(({ id }) => pathname === `/things/${id}`);
    const {
      json,
      status = 200,
      headers = {},
    } = pathname === '/things'
      ? pager(stock, searchParams, pathname)
      : ((one ? { json: one } : { json: {}, status: 404 }) satisfies PagedReply as PagedReply);
    return response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json));
  };
