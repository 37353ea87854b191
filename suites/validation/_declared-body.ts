import { getAtPointer, isObject, type Json, setAtPointer, type Tools } from '#rule';

/**
 * A declared body as text: what every creation requires is added where it is missing. Neither the marker nor fresh
 * unique values are added, because they could replace the invalid value.
 */
export function writeUnchanged(body: Json, { collection, fresh }: Pick<Tools, 'collection' | 'fresh'>): string {
  if (!isObject(body)) return JSON.stringify(body);
  let sent: Json = body;
  for (const [pointer, value] of Object.entries(collection.overrides))
    if (getAtPointer(sent, pointer) === undefined) sent = setAtPointer(sent, pointer, value);
  const { idempotency } = collection;
  if (idempotency?.in === 'body') sent = setAtPointer(sent, `/${idempotency.name}`, fresh.key());
  return JSON.stringify(sent);
}
