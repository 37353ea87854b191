import { getAtPointer, isObject, type Json, setAtPointer, type Tools } from '#rule';

/**
 * A vouched body as text: what every creation must carry is put in where it lacks it. Neither the mark nor fresh unique
 * members are, for they could take the place of what has no meaning.
 */
export function verbatim(body: Json, { collection, fresh }: Pick<Tools, 'collection' | 'fresh'>): string {
  if (!isObject(body)) return JSON.stringify(body);
  let sent: Json = body;
  for (const [pointer, value] of Object.entries(collection.overrides))
    if (getAtPointer(sent, pointer) === undefined) sent = setAtPointer(sent, pointer, value);
  const { idempotency } = collection;
  if (idempotency?.in === 'body') sent = setAtPointer(sent, `/${idempotency.name}`, fresh.key());
  return JSON.stringify(sent);
}
