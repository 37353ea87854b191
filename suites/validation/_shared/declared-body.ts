import { compare, type Json, type Tools } from '#rule';

/**
 * A declared body as text: what every creation requires is added where it is missing. Neither the marker nor fresh
 * unique values are added, because they could replace the invalid value.
 */
export function writeUnchanged(body: Json, { collection, fresh }: Pick<Tools, 'collection' | 'fresh'>): string {
  if (!compare.isObject(body)) return JSON.stringify(body);
  let sent: Json = body;
  for (const [pointer, value] of Object.entries(collection.overrides))
    if (compare.getAtPointer(sent, pointer) === undefined) sent = compare.setAtPointer(sent, pointer, value);
  const { idempotency } = collection;
  if (idempotency?.in === 'body') sent = compare.setAtPointer(sent, `/${idempotency.name}`, fresh.key());
  return JSON.stringify(sent);
}
