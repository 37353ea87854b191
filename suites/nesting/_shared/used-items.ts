import { assume, type Collection, compare, type Exchange, type Item, type Json, needs, type Tools } from '#rule';

/** The path of the collection names an item above it, or its bodies refer to items, which the run creates or which exist. */
export const dependent = needs.defineNeed('collection', {
  name: 'dependent items',
  reason: 'the path of the collection names no item above it, and its bodies refer to no item',
  enable: 'resources[].parents',
  isMet: (collection) => collection.parents.length > 0 || listReferences(collection).length > 0,
});

/** Members of bodies that refer to an existing item, by pointer. */
const listReferences = ({ overrides, facts }: Collection): readonly (readonly [string, Json])[] =>
  Object.entries(overrides).filter(
    ([pointer, value]) =>
      /^(string|number)$/.test(typeof value) &&
      facts.some(({ about, provenance }) => about === `parent ${pointer}` && provenance === 'observed'),
  );

/** A new item on which others can depend. */
export interface UsedItem {
  readonly item: Item;
  /** Creates an item that depends on it; resolves to the request that made it depend. */
  depend(body: Json): Promise<Exchange>;
}

/** Creates an item on which those of the collection can depend. Ends the case where it could not be removed again. */
export async function createUsedItem(tools: Tools): Promise<UsedItem> {
  const { collection, related } = tools;
  if (collection.parents.length === 0) return createReferred(tools);
  const isNested = collection.parents.some(({ place }) => place.startsWith('{'));
  const nest = isNested ? await related.nest() : undefined;
  const { items, referred } = nest ?? (await related.refer());
  const [used] = nest ? [{ item: nest.parent, of: nest.above }] : referred;
  assume(used !== undefined, 'no-usable-case', 'the bodies name items that existed before');
  assumeRemovable(used.of);
  return { item: used.item, depend: async (body) => (await items.post(body, { role: 'control' })).exchange };
}

const assumeRemovable = ({ remove }: Collection) =>
  assume(remove !== undefined, 'no-usable-case', 'the items on which others depend have no DELETE');

/** A new item takes the place of the existing one to which new items refer. */
async function createReferred(tools: Tools): Promise<UsedItem> {
  const { collection, items, related } = tools;
  const found = await findReferred(tools);
  assume(found !== undefined, 'no-usable-case', 'no collection shows an item to which the bodies refer');
  assumeRemovable(found.other);
  const { item } = await related.createIn(found.other.name);
  const id = found.isNumber ? Number(item.id) : item.id;
  const depend = async (body: Json) => {
    const own = await items.create(body, { role: 'control' });
    if (collection.replace?.request) return own.put(compare.setAtPointer(own.sent, found.pointer, id));
    return own.patch(compare.setAtPointer({}, found.pointer, id));
  };
  return { item, depend };
}

/** A member that refers to an existing item, and the collection of that item. */
async function findReferred({ collection, related }: Tools) {
  for (const [pointer, id] of listReferences(collection)) {
    for (const { collection: other, items } of related.listNeighbours().slice(0, maxNeighbours)) {
      const isReferred = (entry: Json) => items.readId(entry) === String(id);
      const { entries } = await items.list((seen) => seen.some(isReferred));
      if (entries.some(isReferred)) return { pointer, other, isNumber: typeof id === 'number' };
    }
  }
  return undefined;
}

const maxNeighbours = 5;
