import { at, type Collection, type Json, withAt } from '#rule';

/** A body that leaves the id, and the members the id legitimately follows, as they were sent at creation. */
export function pinned({ id }: Collection, body: Json, sent: Json): Json {
  const pointers = id.pointer === '' ? (id.mutableBy ?? []) : [id.pointer, ...(id.mutableBy ?? [])];
  return pointers.reduce<Json>((kept, pointer) => withAt(kept, pointer, at(sent, pointer)), body);
}
