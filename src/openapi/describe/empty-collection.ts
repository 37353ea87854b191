import type { Json } from '../../model/json.js';
import { createBareCollection } from '../../model/service/bare-collection.js';
import type { IdempotencyCarrier } from '../../model/service/collection-parts.js';
import type { DeclaredPagination } from '../../model/service/declared-resource.js';
import type { DeclaredIdempotency, DeclaredService } from '../../model/service/declared-service.js';
import { usualListMs } from '../../model/service/list-lag.js';
import { createFact } from '../../model/service/operation.js';
import type { Pagination } from '../../model/service/pagination.js';
import type { Collection } from '../../model/service/subject.js';
import { unknownPagination } from './describe-paging.js';

/** The evidence for service-wide settings of the profile. */
const profileEvidence = 'the profile';

/** Creates a collection of which only the path is known, with the service-wide settings. */
export function createEmptyCollection(name: string, path: string, known: DeclaredService): Collection {
  const { readAfterWriteMs = 0, listMs = usualListMs } = known.consistency;
  const { idempotency } = known;
  const hasKeys = idempotency && (idempotency.ops === undefined || idempotency.ops.some((op) => op.endsWith(path)));
  return {
    ...createBareCollection(name, path),
    pagination: applyDeclaredPagination(unknownPagination, known.pagination, path),
    ...(hasKeys ? { idempotency: omitOps(idempotency) } : {}),
    volatile: known.volatile,
    consistency: {
      itemMs: readAfterWriteMs,
      listMs,
      ...(known.consistency.listMs !== undefined && { isListDeclared: true }),
    },
    facts: [
      ...(hasKeys
        ? [createFact('idempotency', { in: idempotency.in, name: idempotency.name }, 'declared', profileEvidence)]
        : []),
      ...(known.pagination ? [createFact('pagination', known.pagination as Json, 'declared', profileEvidence)] : []),
      ...(known.pagination?.items === undefined
        ? []
        : [createFact('items', known.pagination.items, 'declared', profileEvidence)]),
    ],
  };
}

export function applyDeclaredPagination(
  found: Pagination,
  declared: DeclaredPagination | undefined,
  path: string,
): Pagination {
  if (!declared) return found;
  const { params, exempt, ...rest } = declared;
  if (exempt?.includes(path)) return { ...found, style: 'none' };
  const merged = { ...found, ...rest, params: { ...found.params, ...params } };
  const style = rest.style ?? inferPagingStyle(merged.params, found.style);
  return { ...merged, style, ...(style === 'offset' && rest.base === 1 ? { firstOffset: 1 } : {}) };
}

const inferPagingStyle = (params: Pagination['params'], found: Pagination['style']): Pagination['style'] => {
  if (found !== 'unknown') return found;
  return params.cursor ? 'cursor' : params.page ? 'page' : params.offset ? 'offset' : found;
};

const omitOps = ({ ops: _, ...carrier }: DeclaredIdempotency): IdempotencyCarrier => carrier;
