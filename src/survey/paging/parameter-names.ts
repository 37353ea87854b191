import { createOperation } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { describePaging } from '../../openapi/describe/describe-paging.js';

/** Names of page size parameters, most common first. */
export const sizeNames = [
  ...['limit', 'per_page', 'page_size', 'pageSize', 'size', '$top', '_limit', '_per_page', 'perPage', 'count'],
  ...['top', 'page[size]', 'page[limit]', 'pagination[pageSize]', 'pagination[limit]', '$limit', 'take'],
  ...['maxResults', 'max_results', 'first', 'maxpagesize', 'rows'],
];

/** The page size parameter, and what must be sent with it. */
export interface SizeParameter {
  readonly size: string;
  /** The page number parameter, if a page size alone is ignored. */
  readonly page?: string;
}

/** Pairs of names for page size and number that have an effect only together, most common first. */
export const sizePageNamePairs: readonly SizeParameter[] = [
  { size: '_per_page', page: '_page' },
  { size: 'per_page', page: 'page' },
  { size: 'limit', page: 'page' },
  { size: 'pageSize', page: 'page' },
  { size: 'size', page: 'page' },
];

export const cursorNames = [
  ...['cursor', 'page_token', 'pageToken', 'after', 'next_token', 'nextToken', 'continuationToken', 'continue'],
  ...['page[cursor]', 'page[after]', 'marker', 'page_info', 'starting_after', 'token', '$skiptoken', 'page'],
];

/** Names of parameters with the id of the last entry. */
export const afterIdNames = ['starting_after', 'after', 'cursor', 'since_id', 'after_id', 'startAfter'];

/** Names of page number and offset parameters that match a page size name; `isPageFirst` says which is more likely. */
export function listStepNames(size: string): { pages: string[]; offsets: string[]; isPageFirst: boolean } {
  const [, family] = /^(\w+)\[/.exec(size) ?? [];
  if (family === 'page') return { pages: ['page[number]'], offsets: ['page[offset]'], isPageFirst: /size/.test(size) };
  if (family === 'pagination')
    return { pages: ['pagination[page]'], offsets: ['pagination[start]'], isPageFirst: /Size/.test(size) };
  if (family)
    return {
      pages: [`${family}[page]`],
      offsets: ['offset', 'skip', 'start'].map((name) => `${family}[${name}]`),
      isPageFirst: false,
    };
  if (size.startsWith('$')) return { pages: [], offsets: ['$skip'], isPageFirst: false };
  if (size.startsWith('_')) return { pages: ['_page'], offsets: ['_start', '_offset'], isPageFirst: true };
  return {
    pages: ['page', 'page_number', 'pageNumber', 'p', 'pageIndex'],
    offsets: ['offset', 'skip', 'start', 'startIndex', 'from', 'first'].filter((name) => name !== size),
    isPageFirst: /page|size/i.test(size),
  };
}

/** Recognizes the parameters in the query of a link to the next page by their names. */
export function readLinkParameters(link: string, list: Collection) {
  const query = URL.canParse(link, 'http://list/') ? new URL(link, 'http://list/').searchParams : new URLSearchParams();
  const parameters = [...query].map(([name, value]) => {
    const schema = { type: /^\d+$/.test(value) ? 'integer' : 'string' };
    return { name, in: 'query' as const, required: false, schema };
  });
  const operation = { ...createOperation('GET', list.path, 'observed'), parameters };
  const { params, style } = describePaging({}, operation, undefined, '').pagination;
  return { names: params, style };
}

/**
 * The page sizes among parameters in brackets, as `filter[limit]`. Such a name may be that of a filter, so it is only tried, and only
 * beside a parameter in the same brackets that may lead on.
 */
export function findBracketedSizes(names: readonly string[]): SizeParameter[] {
  const inner = new Set(names);
  return names.flatMap((size) => {
    if (!/^\w+\[(limit|size|top|take|count|per_?page|page_?size)\]$/i.test(size)) return [];
    const { pages, offsets } = listStepNames(size);
    return [...pages, ...offsets].some((name) => inner.has(name)) ? [{ size }] : [];
  });
}
