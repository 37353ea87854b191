import { type Collection, getAtPointer, type Json, setAtPointer } from '#rule';

/** A body in which the id, and the members that the id legitimately follows, are as they were sent at creation. */
export function keepIdMembers({ id }: Collection, body: Json, sent: Json): Json {
  const pointers = id.pointer === '' ? (id.mutableBy ?? []) : [id.pointer, ...(id.mutableBy ?? [])];
  return pointers.reduce<Json>((kept, pointer) => setAtPointer(kept, pointer, getAtPointer(sent, pointer)), body);
}
