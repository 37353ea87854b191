import type { Json } from '../../model/json.js';
import type { Known, KnownPagination } from '../../model/service/declared-service.js';
import { fact } from '../../model/service/facts.js';
import type { Collection, Pagination } from '../../model/service/subject.js';
import { unpaged } from './describe-paging.js';

/** The evidence for what the profile says of all collections at once. */
const profile = 'the profile';

/** A collection of which only the path is known; what holds for all of them is filled in. */
export function blank(name: string, path: string, known: Known): Collection {
  const { readAfterWriteMs = 0, listMs = 2000 } = known.consistency;
  const { idempotency } = known;
  const hasKeys = idempotency && (idempotency.ops === undefined || idempotency.ops.some((op) => op.endsWith(path)));
  return {
    kind: 'collection',
    name,
    path,
    id: { pointer: '/id' },
    actions: [],
    pagination: withDeclared(unpaged, known.pagination, path),
    ...(hasKeys ? { idempotency: carrierOf(idempotency) } : {}),
    deletion: { mode: 'hard' },
    unique: [],
    overrides: {},
    volatile: known.volatile,
    accessStatistics: [],
    semanticInvalid: [],
    conflicts: [],
    callers: [],
    isPrivate: false,
    parents: [],
    consistency: { itemMs: readAfterWriteMs, listMs },
    facts: [
      ...(hasKeys ? [fact('idempotency', { in: idempotency.in, name: idempotency.name }, 'declared', profile)] : []),
      ...(known.pagination ? [fact('pagination', known.pagination as Json, 'declared', profile)] : []),
      ...(known.pagination?.items === undefined ? [] : [fact('items', known.pagination.items, 'declared', profile)]),
    ],
  };
}

/** Paging with what was declared in place of what was found out. */
export function withDeclared(found: Pagination, declared: KnownPagination | undefined, path: string): Pagination {
  if (!declared) return found;
  const { params, exempt, ...rest } = declared;
  if (exempt?.includes(path)) return { ...found, style: 'none' };
  const merged = { ...found, ...rest, params: { ...found.params, ...params } };
  return { ...merged, style: rest.style ?? styleOf(merged.params, found.style) };
}

const styleOf = (params: Pagination['params'], found: Pagination['style']): Pagination['style'] => {
  if (found !== 'unknown') return found;
  return params.cursor ? 'cursor' : params.page ? 'page' : params.offset ? 'offset' : found;
};

const carrierOf = ({ in: place, name, format, required }: NonNullable<Known['idempotency']>) => ({
  in: place,
  name,
  format,
  required,
});
