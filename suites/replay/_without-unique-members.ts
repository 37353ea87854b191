import { getAtPointer, hasStatus, type Json, setAtPointer, type Tools } from '#rule';

/**
 * The body without its unique members, where a control shows that it is accepted: unique values would prevent a
 * second item and hide the effect of the key.
 */
export async function omitUniqueMembers(body: Json, { items, fresh, collection }: Tools): Promise<Json> {
  const present = collection.unique.filter((pointer) => getAtPointer(body, pointer) !== undefined);
  if (present.length === 0) return body;
  const less = present.reduce<Json>((rest, pointer) => setAtPointer(rest, pointer, undefined), body);
  const control = await items.post(less, { key: fresh.key(), role: 'control' });
  return hasStatus(control.exchange, 200, 201) ? less : body;
}
