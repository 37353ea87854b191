import type { CollectionChoices, CollectionDesign, Design } from '../design/design.js';
import type { PagingFacts } from './facts.js';
import { hashNumber } from './ids.js';

type Style = PagingFacts['style'];
type Names = readonly [position: string, size: string];

const parameterNames: Record<Style, Record<CollectionChoices['pageNames'], Names>> = {
  page: {
    short: ['page', 'size'],
    long: ['pageNumber', 'pageSize'],
    underscore: ['_page', '_per_page'],
    marked: ['page[number]', 'page[size]'],
  },
  offset: {
    short: ['offset', 'limit'],
    long: ['startIndex', 'maxResults'],
    underscore: ['_start', '_limit'],
    marked: ['$skip', '$top'],
  },
  cursor: {
    short: ['cursor', 'limit'],
    long: ['pageToken', 'pageSize'],
    underscore: ['starting_after', 'per_page'],
    marked: ['$skiptoken', '$top'],
  },
  'token-header': {
    short: ['token', 'limit'],
    long: ['X-Continuation', 'maxItemCount'],
    underscore: ['next_token', 'max_results'],
    marked: ['X-Page-Token', 'count'],
  },
};

const sizes: readonly (readonly [usual: number, most: number])[] = [
  [10, 50],
  [20, 100],
  [5, 20],
  [25, 25],
];

/** Where lists of a shape have the address of the next page and the total. */
const pageMembers: Partial<Record<CollectionChoices['listShape'], Names>> = {
  items: ['/next_page', '/total'],
  data: ['/links/next', '/meta/total'],
  results: ['/next', '/count'],
  embedded: ['/_links/next/href', '/page/totalElements'],
  value: ['/@odata.nextLink', '/@odata.count'],
  content: ['/nextLink', '/totalElements'],
  noun: ['/paging/next', '/paging/total'],
  'several-arrays': ['/next', '/total'],
};

/** How a collection is paged. */
export function describePaging(design: Design, { choices }: CollectionDesign, index: number): PagingFacts | undefined {
  const { paging: style } = choices;
  if (style === 'none') return undefined;
  const [position, sizeParameter] = parameterNames[style][choices.pageNames];
  const [defaultSize, most] = sizes[hashNumber(sizes.length, design.seed, index, 'sizes')] ?? [10, 50];
  const first = choices.firstPage === '0' ? 0 : 1;
  return {
    style,
    sizeParameter,
    position: { in: position.startsWith('X-') ? 'header' : 'query', name: position },
    firstPosition: style === 'page' ? first : style === 'offset' ? 0 : undefined,
    defaultSize,
    maximumSize: choices.maximum === 'none' ? undefined : most,
    next: placeNext(choices),
    total: placeTotal(choices),
  };
}

function placeNext({ paging, next, listShape }: CollectionChoices): PagingFacts['next'] {
  if (paging === 'token-header') return { in: 'header', name: 'X-Next-Token' };
  if (next === 'link') return { in: 'link' };
  const [pointer] = pageMembers[listShape] ?? ['/next'];
  if (next === 'absent') return paging === 'cursor' ? { in: 'body', pointer: '/next_cursor', isUrl: false } : undefined;
  return { in: 'body', pointer, isUrl: true };
}

function placeTotal({ total, listShape }: CollectionChoices): PagingFacts['total'] {
  if (total === 'absent') return undefined;
  const names = pageMembers[listShape];
  return names ? { in: 'body', name: names[1] } : { in: 'header', name: 'X-Total-Count' };
}
