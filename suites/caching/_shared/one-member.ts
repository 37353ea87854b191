import { assume, compare, type Exchange, http, type Item, type Json, type JsonObject, type Tools } from '#rule';

/** Maximum number of members that one case changes. */
const maxMembers = 12;

/** What some bodies contain, as one body: the first value of each member. */
export const mergeBodies = (bodies: readonly Json[]): JsonObject =>
  Object.assign({}, ...bodies.filter(compare.isObject).reverse());

/** GETs of an item after changes of one member each, and the names of the members whose change was accepted. */
export interface ChangedMembers {
  readonly reads: readonly Exchange[];
  readonly changed: readonly string[];
}

/** Changes one member after the other, and reads the item each time. Ends the case where it has no entity tag. */
export async function changeEachMember(item: Item, bodies: readonly Json[], tools: Tools): Promise<ChangedMembers> {
  const read = () => tools.client.send({ method: 'GET', path: item.path });
  const reads = [await http.readBack(item), await read()];
  const hasTag = http.getHeader(reads[1]?.answer, 'etag') !== undefined;
  assume(hasTag, 'no-usable-case', 'GET of an item has no ETag field');
  const changed = [];
  for (const name of Object.keys(mergeBodies(bodies)).slice(0, maxMembers)) {
    const values = bodies.flatMap((body) => (compare.isObject(body) && body[name] !== undefined ? [body[name]] : []));
    const shown = compare.getAtPointer(reads.at(-1)?.answer?.json, compare.buildPointer([name]));
    const value = values.find((one) => !compare.isEquivalent(one, shown)) ?? values[0] ?? null;
    const write = await changeMember(item, name, value, tools);
    if (!http.hasStatus(write, 200, 204)) continue;
    changed.push(name);
    reads.push(await read());
  }
  assume(changed.length > 0, 'setup', 'no change of a single member was accepted');
  return { reads, changed };
}

/** Changes one member of an item: by PATCH, otherwise by PUT of what was sent before. */
function changeMember(item: Item, name: string, value: Json, { client, collection }: Tools): Promise<Exchange> {
  const isPatch = collection.patch?.request !== undefined;
  if (isPatch) http.assumeMergePatch(collection);
  const json = { ...(!isPatch && compare.isObject(item.sent) && item.sent), [name]: value };
  const type = (isPatch ? collection.patch : collection.replace)?.request?.mediaType ?? 'application/json';
  return client.send({ method: isPatch ? 'PATCH' : 'PUT', path: item.path, json, headers: { 'content-type': type } });
}
