import { type Answer, createJsonAnswer } from '../../src/demo/service/http/answer.js';
import type { JsonObject } from '../../src/demo/service/http/json.js';
import { createLibraryProblem } from './http/problems.js';
import { representItem } from './represent.js';
import { listCollectionItems } from './stored-items.js';
import type { LibraryContext } from './visit.js';

/** How collections are paged. */
export const pageSizes = { defaultSize: 5, maximumSize: 20 } as const;

/** The query parameters of a page. */
export const pageParameters: readonly JsonObject[] = [
  {
    name: 'limit',
    in: 'query',
    description: `Entries on a page. More than ${pageSizes.maximumSize} is clamped to ${pageSizes.maximumSize}.`,
    schema: { type: 'integer', minimum: 1, maximum: pageSizes.maximumSize, default: pageSizes.defaultSize },
  },
  {
    name: 'offset',
    in: 'query',
    description: 'Number of entries to skip.',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
];

/** GET and HEAD of a collection: a page, oldest first. */
export function readLibraryPage({ query, library }: LibraryContext, path: string): Answer {
  const limit = parseNumber(query, 'limit', pageSizes.defaultSize);
  const offset = parseNumber(query, 'offset', 0);
  if (limit === undefined || limit === 0)
    return createLibraryProblem(400, 'Query parameter limit has no usable value.');
  if (offset === undefined) return createLibraryProblem(400, 'Query parameter offset has no usable value.');
  const things = listCollectionItems(library.stock, path);
  const page = things.slice(offset, offset + Math.min(limit, pageSizes.maximumSize));
  return createJsonAnswer(200, { items: page.map(representItem), total: things.length });
}

function parseNumber(query: URLSearchParams, name: string, otherwise: number): number | undefined {
  const text = query.get(name);
  if (text === null) return otherwise;
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}
