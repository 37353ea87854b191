import { assume, type Collection, compare, type Exchange, type Item, type Json, needs, type Tools } from '#rule';

/** A new item, and the collection below it. */
export type Nest = Awaited<ReturnType<Tools['related']['nest']>>;

/** The path of the collection names an item above it. */
export const nested = needs.defineNeed('collection', {
  name: 'nested',
  reason: 'the path of the collection names no item above it',
  enable: 'resources[].parents',
  isMet: ({ parents }) => parents.some(({ place }) => place.startsWith('{')),
});

/** The address of an item below another parent. Ends the case where its own address is not below its parent. */
export function moveBelow(item: Item, from: Collection, to: Collection): string {
  const isBelow = item.path.startsWith(`${from.path}/`);
  assume(isBelow, 'no-usable-case', 'the address of an item does not name its parent');
  return to.path + item.path.slice(from.path.length);
}

export interface ShownList {
  readonly entries: readonly Json[];
  readonly pages: readonly Exchange[];
}

/** The list below a parent: whole, and filtered by values that an item below another one has. */
export async function listWithFilters({ collection, items }: Nest, { answer }: Exchange): Promise<ShownList[]> {
  if (!collection.list) return [];
  const values = Object.entries(collection.filters ?? {}).flatMap(([name, pointer]) => {
    const value = compare.getAtPointer(answer?.json, pointer);
    return value === undefined || value === null || typeof value === 'object' ? [] : [[name, String(value)] as const];
  });
  const lists: ShownList[] = [await items.list()];
  for (const [name, value] of values.slice(0, maxFilters)) {
    const { entries, pages } = await items.walk({ from: items.firstPage(undefined, { [name]: value }) });
    lists.push({ entries, pages: pages.map(({ exchange }) => exchange) });
  }
  return lists;
}

const maxFilters = 3;

/** Sends a write to an address below another parent; none where the collection does not offer it. */
export async function writeAstray(
  method: 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  sent: Json,
  { client, collection, fresh }: Pick<Tools, 'client' | 'collection' | 'fresh'>,
): Promise<Exchange[]> {
  if (method === 'DELETE') return collection.remove ? [await client.send({ method, path })] : [];
  const { request, method: offered } = collection[method === 'PUT' ? 'replace' : 'patch'] ?? {};
  if (!request || offered !== method) return [];
  const json = compare.setAtPointer(method === 'PUT' ? sent : {}, collection.marker ?? '', fresh.word());
  return [await client.send({ method, path, json, headers: { 'content-type': request.mediaType } })];
}

/** Two parents with different addresses, below one and the same item where there is one above them. */
export async function createTwoNests(nest: Tools['related']['nest']): Promise<readonly [Nest, Nest]> {
  const one = await nest();
  const other = await nest(one);
  assume(one.collection.path !== other.collection.path, 'setup', 'equal bodies create one and the same parent');
  return [one, other];
}

/** DELETE of the item above is declared to do this while items exist below it. */
export const deletesWith = (effect: 'refuse' | 'cascade') =>
  needs.defineNeed('collection', {
    name: `DELETE with children: ${effect}`,
    reason: `it is not declared that DELETE of the item above ${effect === 'refuse' ? 'is refused' : 'removes the items below it'}`,
    enable: 'resources[].delete.withChildren',
    isMet: ({ parents }) => parents.some(({ withChildren }) => withChildren === effect),
  });
