import { randomUUID } from 'node:crypto';
import { serializeFieldText } from '../../model/field/structured-field.js';
import { setAtPointer } from '../../model/json.js';
import type { IdempotencyCarrier } from '../../model/service/collection-parts.js';
import type { Collection } from '../../model/service/subject.js';
import type { HttpRequest } from '../../rule/http/request.js';

type KeyedContent = Pick<HttpRequest, 'json' | 'headers'>;

/** Adds an idempotency key to a creation; always where the collection requires one. */
export function addIdempotencyKey({ idempotency }: Pick<Collection, 'idempotency'>, order: KeyedContent, key?: string) {
  if (idempotency === undefined) return order;
  const put = key ?? (idempotency.required ? randomUUID() : undefined);
  if (put === undefined) return order;
  if (idempotency.in === 'body')
    return {
      ...order,
      ...(order.json !== undefined && { json: setAtPointer(order.json, `/${idempotency.name}`, put) }),
    };
  return { ...order, headers: { ...order.headers, ...buildKeyHeader(idempotency, put) } };
}

/** Builds the header field of a key, bare or as a structured-field string (RFC 9651 §3.3.3). */
export const buildKeyHeader = ({ name, format }: IdempotencyCarrier, key: string): Record<string, string> => ({
  [name.toLowerCase()]: format === 'sf-string' ? serializeFieldText(key) : key,
});
