import { type Ask, asking, type Reply } from '../../../../test/support/raw-client.js';
import { type Demo, startDemo } from '../../start-demo.js';
import { isObject, type Json, type JsonObject } from '../http/json.js';
import type { PaginationName } from '../settings.js';

/** How a client of a style goes on, written down once more so that the styles are not measured by themselves. */
export interface Way {
  readonly size: string;
  readonly start: string;
  /** The text that asks for the page of this number, counted from 0; undefined where pages cannot be jumped to. */
  readonly jump?: (page: number, size: number) => string;
  readonly items: (body: Json) => Json | undefined;
  /** Target of the next page. */
  readonly next: (reply: Reply, asked: string, size: number) => string | undefined;
}

const member =
  (...path: readonly string[]) =>
  (body: Json | undefined): Json | undefined =>
    path.reduce<Json | undefined>((inner, name) => (isObject(inner) ? inner[name] : undefined), body);

const whole = (body: Json): Json => body;

export const bodyOf = ({ text }: Reply): Json => JSON.parse(text) as Json;

const linked = ({ headers }: Reply) => /<([^>]*)>; rel="next"/.exec(headers.link ?? '')?.[1];

const withParam = (asked: string, name: string, value: Json | undefined): string => {
  const url = new URL(asked, 'http://any');
  url.searchParams.set(name, String(value));
  return url.pathname + url.search;
};

const told =
  (start: string, ...path: readonly string[]): Way['next'] =>
  (reply, asked) => {
    const next = member(...path)(bodyOf(reply));
    return next === null || next === '' ? undefined : withParam(asked, start, next);
  };

const led =
  (...path: readonly string[]): Way['next'] =>
  (reply) => {
    const next = member(...path)(bodyOf(reply));
    if (typeof next !== 'string') return undefined;
    const url = new URL(next, 'http://any');
    return url.pathname + url.search;
  };

const passed = (page: number, size: number) => String(page * size);
const fromZero = (page: number) => String(page);
const fromOne = (page: number) => String(page + 1);

export const ways: Readonly<Record<PaginationName, Way>> = {
  cursor: { size: 'limit', start: 'cursor', items: member('items'), next: told('cursor', 'next') },
  keyset: {
    ...{ size: 'limit', start: 'starting_after', items: member('data') },
    next: ({ body }, asked) =>
      body.has_more === true
        ? withParam(asked, 'starting_after', (body.data as readonly JsonObject[]).at(-1)?.id)
        : undefined,
  },
  token: { size: 'pageSize', start: 'pageToken', items: member('orders'), next: told('pageToken', 'nextPageToken') },
  link: { size: 'per_page', start: 'after', items: whole, next: linked },
  offset: {
    ...{ size: 'limit', start: 'offset', jump: passed, items: member('data') },
    next: ({ body }, asked, size) => {
      const end = offsetOf(asked) + size;
      return end < Number(body.total) ? withParam(asked, 'offset', end) : undefined;
    },
  },
  odata: { size: '$top', start: '$skip', jump: passed, items: member('value'), next: led('@odata.nextLink') },
  range: {
    ...{ size: 'limit', start: 'offset', jump: passed, items: whole },
    next: ({ headers }, asked) => {
      const [, last, total] = /-(\d+)\/(\d+)/.exec(headers['content-range'] ?? '') ?? [];
      return last !== undefined && Number(last) + 1 < Number(total)
        ? withParam(asked, 'offset', Number(last) + 1)
        : undefined;
    },
  },
  page: { size: 'per_page', start: 'page', jump: fromOne, items: whole, next: linked },
  spring: {
    ...{ size: 'size', start: 'page', jump: fromZero, items: member('content') },
    next: ({ body }, asked) => (body.last === true ? undefined : withParam(asked, 'page', Number(body.number) + 1)),
  },
  drf: { size: 'page_size', start: 'page', jump: fromOne, items: member('results'), next: led('next') },
  hal: {
    ...{ size: 'size', start: 'page', jump: fromZero, items: member('_embedded', 'orders') },
    next: led('_links', 'next', 'href'),
  },
  jsonapi: {
    ...{ size: 'page[size]', start: 'page[number]', jump: fromOne, items: member('data') },
    next: led('links', 'next'),
  },
};

const offsetOf = (asked: string) => Number(new URL(asked, 'http://any').searchParams.get('offset'));

export const styleNames = Object.keys(ways) as readonly PaginationName[];
export const countingNames = styleNames.filter((name) => ways[name].jump);
export const followingNames = styleNames.filter((name) => !ways[name].jump);

/** A client at a service of one style. */
export interface Reader {
  readonly url: string;
  readonly ask: Ask;
  /** Makes so many orders; gives their ids. */
  make(count: number): Promise<Json[]>;
  /** Target of a page. */
  target(query: Readonly<Record<'size' | 'start', string | undefined>>): string;
  /** Ids on a page. */
  ids(reply: Reply): (Json | undefined)[];
  /** Ids on each page, from the first one to the last one; `between` is done after each page. */
  walk(size?: number, between?: (page: number) => Promise<unknown>): Promise<(Json | undefined)[][]>;
  close(): Promise<void>;
}

/** Starts a service with small pages. */
export async function open(style: PaginationName, ...dialect: readonly string[]): Promise<Reader> {
  return reader(style, await startDemo({ dialect: [`pagination-${style}`, 'small-pages', ...dialect] }));
}

/** A client of a service that pages in this style. */
export function reader(style: PaginationName, { url, close }: Pick<Demo, 'url' | 'close'>): Reader {
  const way = ways[style];
  const ask = asking(url);
  const target: Reader['target'] = ({ size, start }) => {
    const query = [
      [way.size, size],
      [way.start, start],
    ].filter((pair): pair is [string, string] => pair[1] !== undefined);
    return query.length === 0 ? '/orders' : `/orders?${new URLSearchParams(query)}`;
  };
  const ids: Reader['ids'] = (reply) => (way.items(bodyOf(reply)) as readonly JsonObject[]).map(({ id }) => id);
  const make: Reader['make'] = async (count) => {
    const made: Json[] = [];
    for (let quantity = 1; quantity <= count; quantity += 1) {
      made.push((await ask('POST', '/orders', { customer: 'Ada', quantity })).body.id ?? null);
    }
    return made;
  };
  const walk: Reader['walk'] = async (size, between) => {
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
