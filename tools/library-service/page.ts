import { type Answer, json } from '../../src/demo/service/http/answer.js';
import type { JsonObject } from '../../src/demo/service/http/json.js';
import { problem } from './http/problems.js';
import { representation } from './represent.js';
import { thingsIn } from './stored-items.js';
import type { Visit } from './visit.js';

/** How collections are paged. */
export const paging = { defaultSize: 5, maximumSize: 20 } as const;

/** The query parameters of a page. */
export const pageParameters: readonly JsonObject[] = [
  {
    name: 'limit',
    in: 'query',
    description: `Entries on a page. More than ${paging.maximumSize} is clamped to ${paging.maximumSize}.`,
    schema: { type: 'integer', minimum: 1, maximum: paging.maximumSize, default: paging.defaultSize },
  },
  {
    name: 'offset',
    in: 'query',
    description: 'Entries passed over.',
    schema: { type: 'integer', minimum: 0, default: 0 },
  },
];

/** GET and HEAD of a collection: a page, oldest first. */
export function readPage({ query, library }: Visit, path: string): Answer {
  const limit = numberIn(query, 'limit', paging.defaultSize);
  const offset = numberIn(query, 'offset', 0);
  if (limit === undefined || limit === 0) return problem(400, 'Query parameter limit has no usable value.');
  if (offset === undefined) return problem(400, 'Query parameter offset has no usable value.');
  const things = thingsIn(library.stock, path);
  const page = things.slice(offset, offset + Math.min(limit, paging.maximumSize));
  return json(200, { items: page.map(representation), total: things.length });
}

function numberIn(query: URLSearchParams, name: string, otherwise: number): number | undefined {
  const text = query.get(name);
  if (text === null) return otherwise;
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined;
}
