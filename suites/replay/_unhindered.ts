import { answered, at, type Json, type Tools, withAt } from '#rule';

/**
 * The body without its unique members, where a control shows that it is accepted so: they would keep a second thing from
 * being made, and hide what the key does.
 */
export async function unhindered(body: Json, { items, fresh, collection }: Tools): Promise<Json> {
  const present = collection.unique.filter((pointer) => at(body, pointer) !== undefined);
  if (present.length === 0) return body;
  const less = present.reduce<Json>((rest, pointer) => withAt(rest, pointer, undefined), body);
  const control = await items.post(less, { key: fresh.key(), role: 'control' });
  return answered(control.exchange, 200, 201) ? less : body;
}
