import {
  assume,
  type Collection,
  type Creation,
  compare,
  type Exchange,
  http,
  type Item,
  inconclusive,
  type Json,
  needs,
  type Tools,
} from '#rule';
import { readAfterRefusals, replaceUniqueValues } from './judge-conflicts.js';

/** Members are declared as unique, or they only look so and the document says that a creation may return 409, or nothing describes creations. */
export const uniqueMembers = needs.defineNeed('collection', {
  name: 'unique members',
  reason: 'no member is declared unique',
  enable: 'resources[].create.unique',
  isMet: (collection) =>
    collection.unique.length > 0 &&
    (!isOnlyAssumed(collection) || isUndescribed(collection) || collection.create?.statuses.includes(409) === true),
});

/** Whether no document says with which status a creation refuses a conflict. */
const isUndescribed = ({ create }: Collection): boolean => create?.provenance === 'assumed';

const isOnlyAssumed = ({ facts }: Collection): boolean =>
  facts.find(({ about }) => about === 'unique')?.provenance === 'assumed';

/** The finding where values that only look unique need not be: that a duplicate is accepted is right, or the violation. */
export const noUniqueMembers = inconclusive(
  'no-usable-case',
  'members look unique, but a creation with the values of another item does not return 409; declare resources[].create.unique',
);

/**
 * Whether members that only look unique are: a creation with values of the holder fails, one with others does not. Where that is refused
 * as invalid, the same creation must be accepted once, and then no more: then the state refuses it, and not the content.
 */
export async function confirmUniqueness(tools: Tools, holder: Holder, body: Json): Promise<boolean> {
  if (!isOnlyAssumed(tools.collection)) return true;
  const { exchange: taken } = await postDuplicateValues(tools, holder, body);
  const isInvalid = isUndescribed(tools.collection) && http.hasStatus(taken, 400, 422);
  if (!isInvalid && !http.hasStatus(taken, 409, 500)) return false;
  const made = await tools.items.post(body, { role: 'control', marked: true });
  const { exchange: free } = made;
  const isFree = http.hasStatus(free, 2);
  assume(isFree, 'no-usable-case', `a creation with values that no item has returned ${free.answer?.status}`);
  if (!isInvalid) return true;
  const { exchange: again } = await tools.items.post(body, { like: made });
  return again.answer?.status === taken.answer?.status;
}

/** A drawn body with a value in each unique member, taken from another body where it has none. */
export function fillUniqueMembers({ unique }: Collection, body: Json, others: readonly Json[]): Json {
  return unique.reduce<Json>((filled, pointer) => {
    const lent = [filled, ...others]
      .map((one) => compare.getAtPointer(one, pointer))
      .find((value) => (value ?? null) !== null);
    return compare.setAtPointer(filled, pointer, lent ?? 'unique');
  }, body);
}

/** Whose values a case requests: of the id that clients choose, or of the others. A taken id is refused whatever the others have. */
export type UniquePart = 'id' | 'others';

/** A created item that has unique values and can be read. */
export interface Holder {
  readonly creation: Creation;
  readonly item: Item;
  readonly read: Exchange;
  /** The members whose values are requested again. */
  readonly unique: readonly string[];
}

/** The unique members but for the id, or the id. */
export const listUniqueMembers = ({ unique, id }: Collection, part: UniquePart): string[] =>
  unique.filter((pointer) => (pointer === id.pointer) === (part === 'id'));

/** Creates an item with unique values of its own. Ends the case where it does not exist, or does not show them. */
export async function createHolder({ items, collection }: Tools, body: Json, part?: UniquePart): Promise<Holder> {
  const creation = await items.post(body, { marked: true });
  const { exchange, item, sent } = creation;
  const { status } = exchange.answer ?? {};
  assume(!http.hasStatus(exchange, 401, 403), 'refused', `the creation was refused with ${status}`);
  assume(item !== undefined && !http.isPending(exchange), 'setup', `the creation returned ${status}`);
  const read = await item.getUntil((look) => http.hasStatus(look, 200));
  // An id that the client chose may be shown only in the address of the item.
  const unnamed = collection.unique.filter((pointer) => String(compare.getAtPointer(sent, pointer)) !== item.id);
  const isShown = hasUniqueValues({ unique: unnamed }, read, sent);
  assume(isShown, 'setup', 'the created item does not show its unique members as they were sent');
  const chosen = part === undefined ? [] : listUniqueMembers(collection, part);
  return { creation, item, read, unique: chosen.length === 0 ? collection.unique : chosen };
}

/** Whether a representation shows the unique values that were sent. */
export const hasUniqueValues = ({ unique }: Pick<Collection, 'unique'>, look: Exchange, sent: Json): boolean =>
  http.hasStatus(look, 200) &&
  unique.every((pointer) => compare.getAtPointer(look.answer?.json, pointer) === compare.getAtPointer(sent, pointer));

/** Sends a creation with another body, requested values of the holder, and the marker of both, by which it is found. */
export function postDuplicateValues({ items, collection }: Tools, { creation, item, unique }: Holder, body: Json) {
  const others = { unique: collection.unique.filter((pointer) => !unique.includes(pointer)) };
  const sent = copyUniqueValues(others, item.prepare(body, { marked: true }), items.draft(body));
  return items.post(body, { like: { ...creation, sent } });
}

/** A body with the unique values of another one. */
export const copyUniqueValues = ({ unique }: Pick<Collection, 'unique'>, body: Json, from: Json): Json =>
  unique.reduce<Json>(
    (filled, pointer) => compare.setAtPointer(filled, pointer, compare.getAtPointer(from, pointer)),
    body,
  );

/** The methods by which the unique values of a holder can be requested. */
export type WriteMethod = 'POST' | 'PUT' | 'PATCH';

/** The drawn method, or POST where the collection does not support it, or only ids are unique. */
export function chooseMethod(collection: Collection, way: WriteMethod): WriteMethod {
  if (listUniqueMembers(collection, 'others').length === 0) return 'POST';
  const isThere = way === 'PUT' ? collection.replace?.request : collection.patch?.request;
  return way === 'POST' || isThere ? way : 'POST';
}

/** Writes unique values of `sent` to an item, by PUT of a body or by PATCH of these values alone. */
async function writeUniqueValues(
  item: Item,
  way: WriteMethod,
  sent: Json,
  members: Pick<Collection, 'unique'>,
  body: Json,
) {
  if (way === 'PUT') return item.put(copyUniqueValues(members, item.prepare(body), sent));
  return item.patch(copyUniqueValues(members, {}, sent));
}

/** POST of another body with the unique values of the holder. */
export async function sendDuplicatePost(tools: Tools, holder: Holder, body: Json) {
  const second = await postDuplicateValues(tools, holder, body);
  const { sent, exchange: first } = holder.creation;
  const { exchange: asked, item } = second;
  const look = item && item.id !== holder.item.id ? await item.get() : undefined;
  const isDone = look !== undefined && hasUniqueValues(holder, look, sent);
  return {
    sent,
    unique: holder.unique,
    first,
    asked,
    look,
    isDone,
    isRight: await isValidOtherwise(tools, asked, body),
  };
}

/** PUT or PATCH of another item with the unique values of the holder. */
export async function sendDuplicateWrite(
  tools: Tools,
  holder: Holder,
  way: WriteMethod,
  [body, replacement]: readonly [Json, Json],
) {
  const { sent, exchange: first } = holder.creation;
  const other = await tools.items.create(body, { role: 'control' });
  const asked = await writeUniqueValues(other, way, sent, holder, replacement);
  const look = http.hasStatus(asked, 2) ? await other.get() : undefined;
  const isDone = look !== undefined && hasUniqueValues(holder, look, sent);
  const seen = { sent, unique: holder.unique, first, asked, look, isDone };
  if (!isUnclearRefusal(asked)) return { ...seen, isRight: false };
  const fresh = replaceUniqueValues(holder, sent, tools.fresh.word());
  const control = await writeUniqueValues(other, way, fresh, holder, replacement);
  return { ...seen, isRight: http.hasStatus(control, 2) };
}

/** Two concurrent POSTs with different bodies and the same unique values, which are not taken yet. */
export async function sendConcurrentPosts(tools: Tools, holder: Holder, bodies: readonly [Json, Json]) {
  const { item } = holder;
  const fresh = replaceUniqueValues(tools.collection, holder.creation.sent, tools.fresh.word());
  const standIn = {
    ...holder,
    item: {
      ...item,
      prepare: (body: Json) => copyUniqueValues(tools.collection, item.prepare(body, { marked: true }), fresh),
    },
  };
  const both = await Promise.all(bodies.map((body) => postDuplicateValues(tools, standIn, body)));
  const [winner, loser] = both.sort((a, b) => (a.exchange.answer?.status ?? 0) - (b.exchange.answer?.status ?? 0));
  assume(winner?.item !== undefined && loser !== undefined, 'setup', 'neither of the two POSTs created an item');
  const { exchange: asked } = loser;
  const look = loser.item && loser.item.id !== winner.item.id ? await loser.item.get() : undefined;
  if (look?.answer?.json !== undefined) tools.items.claim(look.answer.json);
  const isDone = look !== undefined && hasUniqueValues(holder, look, fresh);
  const isRight = await isValidOtherwise(tools, asked, bodies[1]);
  return { sent: fresh, unique: holder.unique, first: winner.exchange, asked, look, isDone, isRight };
}

/** Whether a refused body is accepted with unique values of its own; sent only where the refusal was no plain conflict. */
export async function isValidOtherwise({ items }: Tools, asked: Exchange, body: Json): Promise<boolean> {
  return (
    isUnclearRefusal(asked) && http.hasStatus((await items.post(body, { role: 'control', marked: true })).exchange, 2)
  );
}

const isUnclearRefusal = (asked: Exchange): boolean => http.hasStatus(asked, 4, 5) && !http.hasStatus(asked, 409);

/** Requests the unique values of the holder by POST, then reads the list for a new item, and the holder. */
export async function postDuplicate(tools: Tools, holder: Holder, body: Json) {
  const { mark } = holder.creation;
  // The creation with which uniqueness was confirmed may have changed the holder, as one that takes a default does.
  const isChanged = isOnlyAssumed(tools.collection);
  const before = isChanged ? await holder.item.getUntil((look) => http.hasStatus(look, 200)) : holder.read;
  assume(http.hasStatus(before, 200), 'setup', `GET of the item with the value returned ${before.answer?.status}`);
  const refused = (await postDuplicateValues(tools, holder, body)).exchange;
  const listing = await tools.items.listUntil((seen) => compare.isListed(seen, mark));
  const [found, pages] = [compare.findMarkedEntries(listing, mark), compare.findMarkedPages(listing, mark)];
  return { refused, trace: await readAfterRefusals(holder.item, before, [refused]), found, pages };
}

/** Requests the unique values of the holder for another item by PUT or PATCH, then reads that item. */
export async function writeDuplicate(
  tools: Tools,
  holder: Holder,
  way: WriteMethod,
  [body, replacement]: readonly [Json, Json],
) {
  const bystander = await createHolder(tools, body);
  const refused = await writeUniqueValues(bystander.item, way, holder.creation.sent, holder, replacement);
  assume(http.hasStatus(refused, 4), 'setup', `${way} with a taken value returned ${refused.answer?.status}`);
  return { refused, trace: await readAfterRefusals(bystander.item, bystander.read, [refused]), found: [], pages: [] };
}

/** How a value can be freed. */
export type FreeingMethod = 'DELETE' | 'PUT' | 'PATCH';

/** Frees the unique values of a holder: removes it, or writes other values. Ends the case where they are not freed. */
export async function freeValues(tools: Tools, holder: Holder, way: FreeingMethod, body: Json) {
  const { collection } = tools;
  const { item, creation } = holder;
  const next = replaceUniqueValues(holder, creation.sent, tools.fresh.word());
  const isOther = holder.unique.every(
    (one) => !compare.isEquivalent(compare.getAtPointer(next, one), compare.getAtPointer(creation.sent, one)),
  );
  assume(isOther, 'no-usable-case', 'no other value is known for a unique member');
  const isRemoved = way === 'DELETE' && Boolean(collection.remove) && collection.deletion.mode === 'hard';
  assume(isRemoved || way !== 'DELETE', 'no-usable-case', 'DELETE does not remove items at once');
  const method = way === 'PUT' || !collection.patch?.request ? 'PUT' : 'PATCH';
  const write = isRemoved ? await item.delete() : await writeUniqueValues(item, method, next, holder, body);
  assume(http.hasStatus(write, 200, 204), 'setup', `${write.method} returned ${write.answer?.status}`);
  const isFreed = (look: Exchange) =>
    isRemoved ? http.hasStatus(look, 404, 410) : hasUniqueValues(holder, look, next);
  assume(isFreed(await item.getUntil(isFreed)), 'setup', 'the value was not freed');
  return write;
}
