import { type Collection, compare, type Json } from '#rule';

const nameIdMember = ({ id }: Collection): string => id.pointer.slice(id.pointer.lastIndexOf('/') + 1);

/** Whether the member that was taken for the id is one by its name, by that of the path parameter, or by the profile. */
export function isIdOf(collection: Collection, parameter = ''): boolean {
  const member = nameIdMember(collection).toLowerCase();
  const isDeclared = collection.facts.some(({ about, provenance }) => about === 'id' && provenance === 'declared');
  return isDeclared || /(id|key|slug|handle)$/.test(member) || parameter.toLowerCase().endsWith(member);
}

/** Whether content shows an item with an id, as a member of an object or as an element of a list. */
export function showsId(json: Json | undefined, id: string, collection: Collection): boolean {
  const isOwn = (one: Json | undefined) => (typeof one === 'string' || typeof one === 'number') && String(one) === id;
  if (Array.isArray(json)) return json.some((one) => isOwn(one) || showsId(one, id, collection));
  const member = nameIdMember(collection);
  const shows = ([name, one]: [string, Json | undefined]) =>
    (name === member && isOwn(one)) || showsId(one, id, collection);
  return compare.isObject(json) && Object.entries(json).some(shows);
}
