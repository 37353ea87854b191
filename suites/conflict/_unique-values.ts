import {
  assume,
  assumeMergePatch,
  type Collection,
  type Creation,
  defineCollectionNeed,
  type Exchange,
  getAtPointer,
  hasStatus,
  type Item,
  isPending,
  type Json,
  type Need,
  parsePointer,
  setAtPointer,
  type Tools,
} from '#rule';

/** Members are declared as unique, not only guessed from their names. */
export const declaredUniqueMembers: Need = defineCollectionNeed(
  'declared unique members',
  'no member is declared unique',
  'resources[].create.unique',
  ({ unique, facts }) => unique.length > 0 && facts.find(({ about }) => about === 'unique')?.provenance !== 'assumed',
);

/**
 * A drawn body in which each unique member has a value, taken from one of the others where it has none; a fresh value
 * replaces it.
 */
export function fillUniqueMembers({ unique }: Collection, body: Json, others: readonly Json[]): Json {
  return unique.reduce<Json>((filled, pointer) => {
    const lent = [filled, ...others].map((one) => getAtPointer(one, pointer)).find((value) => (value ?? null) !== null);
    return setAtPointer(filled, pointer, lent ?? 'unique');
  }, body);
}

/** A created item that has unique values and can be read. */
export interface Holder {
  readonly creation: Creation;
  readonly item: Item;
  readonly read: Exchange;
}

/**
 * Creates an item with unique values of its own. Ends the case where it does not exist afterwards, or does not show
 * the values.
 */
export async function createHolder({ items, collection }: Tools, body: Json): Promise<Holder> {
  const creation = await items.post(body, { marked: true });
  const { exchange, item, sent } = creation;
  const { status } = exchange.answer ?? {};
  assume(!hasStatus(exchange, 401, 403), 'refused', `the creation was refused with ${status}`);
  assume(item !== undefined && !isPending(exchange), 'setup', `the creation returned ${status}`);
  const read = await item.getUntil((look) => hasStatus(look, 200));
  assume(
    hasUniqueValues(collection, read, sent),
    'setup',
    'the created item does not show its unique members as they were sent',
  );
  return { creation, item, read };
}

/** Whether a representation shows the unique values that were sent. */
export const hasUniqueValues = ({ unique }: Collection, look: Exchange, sent: Json): boolean =>
  hasStatus(look, 200) &&
  unique.every((pointer) => getAtPointer(look.answer?.json, pointer) === getAtPointer(sent, pointer));

/** Sends a creation with another body, the unique values of the holder, and the marker of both, by which it is found. */
export function postDuplicateValues(
  { items, collection: { marker } }: Tools,
  { creation, item }: Holder,
  body: Json,
): Promise<Creation> {
  const worded = item.prepare(body);
  const isMarked = marker === undefined || JSON.stringify(worded).includes(creation.mark);
  const sent = isMarked ? worded : setAtPointer(worded, marker, creation.mark);
  return items.post(body, { like: { ...creation, sent } });
}

/** A body with the unique values of another one. */
export const copyUniqueValues = ({ unique }: Collection, body: Json, from: Json): Json =>
  unique.reduce<Json>((filled, pointer) => setAtPointer(filled, pointer, getAtPointer(from, pointer)), body);

/** The methods by which the unique values of a holder can be requested. */
export type WriteMethod = 'POST' | 'PUT' | 'PATCH';

/** The drawn method, or POST where the collection does not support it. */
export function chooseMethod(collection: Collection, way: WriteMethod): WriteMethod {
  const isThere = way === 'PUT' ? collection.replace?.request : collection.patch?.request;
  return way === 'POST' || isThere ? way : 'POST';
}

/** Writes the unique values of `sent` to an item, by PUT of a body or by PATCH of these values alone. */
export async function writeUniqueValues(
  item: Item,
  way: WriteMethod,
  sent: Json,
  { collection }: Tools,
  body: Json,
): Promise<Exchange> {
  if (way === 'PUT') return item.put(copyUniqueValues(collection, item.prepare(body), sent));
  assumeMergePatch(collection);
  return item.patch(copyUniqueValues(collection, {}, sent));
}

/** The unique values of a body, for the report. */
export const pickUniqueValues = ({ unique }: Collection, body: Json | undefined): Json =>
  Object.fromEntries(unique.map((pointer) => [parsePointer(pointer).join('.'), getAtPointer(body, pointer) ?? null]));
