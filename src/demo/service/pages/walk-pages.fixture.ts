import { createRawClient, type RawClient, type Reply } from '../../../../test/support/raw-client.js';
import { type Demo, startDemo } from '../../start-demo.js';
import { isObject, type Json, type JsonObject } from '../http/json.js';
import type { PaginationName } from '../settings.js';

/** How a client of each style requests the next page, independent of the code under test. */
export interface StyleClient {
  readonly size: string;
  readonly start: string;
  /** The parameter value for the page with this number, from 0; undefined if pages have no numbers. */
  readonly jump?: (page: number, size: number) => string;
  readonly items: (body: Json) => Json | undefined;
  /** Target of the next page. */
  readonly next: (reply: Reply, asked: string, size: number) => string | undefined;
}

const createMemberGetter =
  (...path: readonly string[]) =>
  (body: Json | undefined): Json | undefined =>
    path.reduce<Json | undefined>((inner, name) => (isObject(inner) ? inner[name] : undefined), body);

const keepWhole = (body: Json): Json => body;

export const parseReplyBody = ({ text }: Reply): Json => JSON.parse(text) as Json;

const findNextLink = ({ headers }: Reply) => /<([^>]*)>; rel="next"/.exec(headers.link ?? '')?.[1];

const setParam = (asked: string, name: string, value: Json | undefined): string => {
  const url = new URL(asked, 'http://any');
  url.searchParams.set(name, String(value));
  return url.pathname + url.search;
};

const readNextParam =
  (start: string, ...path: readonly string[]): StyleClient['next'] =>
  (reply, asked) => {
    const next = createMemberGetter(...path)(parseReplyBody(reply));
    return next === null || next === '' ? undefined : setParam(asked, start, next);
  };

const readNextLink =
  (...path: readonly string[]): StyleClient['next'] =>
  (reply) => {
    const next = createMemberGetter(...path)(parseReplyBody(reply));
    if (typeof next !== 'string') return undefined;
    const url = new URL(next, 'http://any');
    return url.pathname + url.search;
  };

const toOffset = (page: number, size: number) => String(page * size);
const toZeroBased = (page: number) => String(page);
const toOneBased = (page: number) => String(page + 1);

export const styleClients: Readonly<Record<PaginationName, StyleClient>> = {
  cursor: { size: 'limit', start: 'cursor', items: createMemberGetter('items'), next: readNextParam('cursor', 'next') },
  keyset: {
    size: 'limit',
    start: 'starting_after',
    items: createMemberGetter('data'),
    next: ({ body }, asked) =>
      body.has_more === true
        ? setParam(asked, 'starting_after', (body.data as readonly JsonObject[]).at(-1)?.id)
        : undefined,
  },
  token: {
    size: 'pageSize',
    start: 'pageToken',
    items: createMemberGetter('orders'),
    next: readNextParam('pageToken', 'nextPageToken'),
  },
  link: { size: 'per_page', start: 'after', items: keepWhole, next: findNextLink },
  offset: {
    size: 'limit',
    start: 'offset',
    jump: toOffset,
    items: createMemberGetter('data'),
    next: ({ body }, asked, size) => {
      const end = readOffset(asked) + size;
      return end < Number(body.total) ? setParam(asked, 'offset', end) : undefined;
    },
  },
  odata: {
    size: '$top',
    start: '$skip',
    jump: toOffset,
    items: createMemberGetter('value'),
    next: readNextLink('@odata.nextLink'),
  },
  range: {
    size: 'limit',
    start: 'offset',
    jump: toOffset,
    items: keepWhole,
    next: ({ headers }, asked) => {
      const [, last, total] = /-(\d+)\/(\d+)/.exec(headers['content-range'] ?? '') ?? [];
      return last !== undefined && Number(last) + 1 < Number(total)
        ? setParam(asked, 'offset', Number(last) + 1)
        : undefined;
    },
  },
  page: { size: 'per_page', start: 'page', jump: toOneBased, items: keepWhole, next: findNextLink },
  spring: {
    size: 'size',
    start: 'page',
    jump: toZeroBased,
    items: createMemberGetter('content'),
    next: ({ body }, asked) => (body.last === true ? undefined : setParam(asked, 'page', Number(body.number) + 1)),
  },
  drf: {
    size: 'page_size',
    start: 'page',
    jump: toOneBased,
    items: createMemberGetter('results'),
    next: readNextLink('next'),
  },
  hal: {
    size: 'size',
    start: 'page',
    jump: toZeroBased,
    items: createMemberGetter('_embedded', 'orders'),
    next: readNextLink('_links', 'next', 'href'),
  },
  jsonapi: {
    size: 'page[size]',
    start: 'page[number]',
    jump: toOneBased,
    items: createMemberGetter('data'),
    next: readNextLink('links', 'next'),
  },
};

const readOffset = (asked: string) => Number(new URL(asked, 'http://any').searchParams.get('offset'));

export const styleNames = Object.keys(styleClients) as readonly PaginationName[];
export const countingNames = styleNames.filter((name) => styleClients[name].jump);
export const followingNames = styleNames.filter((name) => !styleClients[name].jump);

/** A client of a service with one style of paging. */
export interface PageReader {
  readonly url: string;
  readonly ask: RawClient;
  /** Creates so many orders; returns their ids. */
  make(count: number): Promise<Json[]>;
  /** Target of a page. */
  target(query: Readonly<Record<'size' | 'start', string | undefined>>): string;
  /** Ids on a page. */
  ids(reply: Reply): (Json | undefined)[];
  /** Ids on each page, from the first one to the last one; calls `between` after each page. */
  walk(size?: number, between?: (page: number) => Promise<unknown>): Promise<(Json | undefined)[][]>;
  close(): Promise<void>;
}

/** Starts a service with small pages. */
export async function openPageReader(style: PaginationName, ...dialect: readonly string[]): Promise<PageReader> {
  return createPageReader(style, await startDemo({ dialect: [`pagination-${style}`, 'small-pages', ...dialect] }));
}

/** A client of a service with this style of paging. */
export function createPageReader(style: PaginationName, { url, close }: Pick<Demo, 'url' | 'close'>): PageReader {
  const way = styleClients[style];
  const ask = createRawClient(url);
  const target: PageReader['target'] = ({ size, start }) => {
    const query = [
      [way.size, size],
      [way.start, start],
    ].filter((pair): pair is [string, string] => pair[1] !== undefined);
    return query.length === 0 ? '/orders' : `/orders?${new URLSearchParams(query)}`;
  };
  const ids: PageReader['ids'] = (reply) =>
    (way.items(parseReplyBody(reply)) as readonly JsonObject[]).map(({ id }) => id);
  const make: PageReader['make'] = async (count) => {
    const made: Json[] = [];
    for (let quantity = 1; quantity <= count; quantity += 1) {
      made.push((await ask('POST', '/orders', { customer: 'Ada', quantity })).body.id ?? null);
    }
    return made;
  };
  const walk: PageReader['walk'] = async (size, between) => {
    const pages: (Json | undefined)[][] = [];
    let asked: string | undefined = target({ size: size === undefined ? size : String(size), start: undefined });
    while (asked !== undefined && pages.length < 20) {
      const reply = await ask('GET', asked);
      pages.push(ids(reply));
      await between?.(pages.length);
      asked = way.next(reply, asked, size ?? 3);
    }
    return pages;
  };
  return { url, ask, make, target, ids, walk, close };
}
