import {
  assume,
  type Caller,
  type Collection,
  type Creation,
  compare,
  type Exchange,
  http,
  type Item,
  type Items,
  type Json,
  needs,
  type Tools,
} from '#rule';

type CreateOptions = Parameters<Items['create']>[1];

/** A creation that succeeded: the reference for its repetition. */
export interface FirstCreation extends Creation {
  readonly item: Item;
}

/** Creates an item under a key, or takes one of an earlier case. Ends the case without an item of known address. */
export async function createWithKey(key: string, body: Json, items: Items, making: CreateOptions = {}) {
  const first = assumeCreated(await items.post(body, { ...making, key, marked: true }));
  return { ...first, key: first.key ?? key };
}

/** A creation that created an item at once, or the end of the case. */
export function assumeCreated(creation: Creation): FirstCreation {
  const { exchange, item } = creation;
  const told = `the creation returned ${exchange.answer?.status} (exchange ${exchange.n})`;
  assume(!http.hasStatus(exchange, 401, 403), 'refused', told);
  assume(http.hasStatus(exchange, 2) && !http.isPending(exchange), 'setup', told);
  assume(item !== undefined, 'setup', `${told}, and the URL of the created item is not known`);
  return { ...creation, item };
}

/** The content of a creation before it is sent for the first time, with its marker and unique values. */
export const prepareContent = (body: Json, items: Items): Promise<Creation> =>
  items.post(body, { text: '{', marked: true, role: 'control' });

/** The item that a response names in its content, else in its Location; undefined where it names none. */
export function readNamedItem({ answer }: Exchange, items: Pick<Items, 'readId'>): string | undefined {
  const location = http.getHeader(answer, 'location')?.split(/[?#]/)[0];
  return items.readId(answer?.json) ?? location?.split('/').filter(Boolean).map(decoded).at(-1);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Maximum number of attempts while the first request may still be in progress. */
const maxAttempts = 3;

/** Sends a creation again under its key, and once more while the response says that the first one is in progress (409, 425). */
export async function repeatCreation(items: Items, body: Json, making: CreateOptions & { readonly like: Creation }) {
  const asked = [await items.post(body, making)];
  while (asked.length < maxAttempts && isInProgress(asked.at(-1))) {
    // The read gives the first request time to finish.
    await items.listUntil((listing) => compare.isListed(listing, making.like.mark));
    asked.push(await items.post(body, making));
  }
  return asked;
}

const isInProgress = (creation: Creation | undefined): boolean =>
  creation !== undefined && http.hasStatus(creation.exchange, 409, 425);

/** The body without its unique members, which would hide the effect of the key, where it is accepted like that. */
export async function omitUniqueMembers(body: Json, { items, fresh, collection }: Tools): Promise<Json> {
  const present = collection.unique.filter((pointer) => compare.getAtPointer(body, pointer) !== undefined);
  // Where items stay, there is none for a control.
  if (present.length === 0 || !collection.remove) return body;
  const less = present.reduce<Json>((rest, pointer) => compare.setAtPointer(rest, pointer, undefined), body);
  const control = await items.post(less, { key: fresh.key(), role: 'control' });
  return http.hasStatus(control.exchange, 200, 201) ? less : body;
}

/** The same content written differently: members in another order, with white space between them. */
export function reformatJson({ idempotency }: Pick<Collection, 'idempotency'>, sent: Json, key: string): string {
  const isInside = idempotency?.in === 'body';
  const carried = isInside ? compare.setAtPointer(sent, `/${idempotency.name}`, key) : sent;
  const turned = compare.isObject(carried) ? Object.fromEntries(Object.entries(carried).reverse()) : carried;
  return JSON.stringify(turned, null, 1);
}

/** Starts an operation several times concurrently, waits for all, then throws the error of the first that failed. */
export async function runConcurrently<T>(count: number, start: () => Promise<T>): Promise<T[]> {
  const ended = await Promise.allSettled(Array.from({ length: count }, start));
  return ended.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
}

/** The id of the record of an action, where a response shows one: mostly in the same member as the id of an item. */
export function readShownRecordId({ answer }: Pick<Exchange, 'answer'>, { id }: Pick<Collection, 'id'>) {
  const found = compare.getAtPointer(answer?.json, id.pointer) ?? compare.getAtPointer(answer?.json, '/id');
  return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
}

/** Removes the item of another caller as that caller, because the full caller may not be allowed to. */
export async function removeAsCaller(as: Caller, item: Item | undefined, { client, collection }: Tools): Promise<void> {
  if (item && collection.remove) await client.trySend({ method: 'DELETE', path: item.path, as, role: 'control' });
}

/** The drawn body with the most members, and others of its values: of members with parts first, where there are any. */
export async function changeMembers(drawn: readonly Json[], turn: number, tools: Tools) {
  const [most = {}, ...others] = drawn
    .filter(compare.isObject)
    .sort((a, b) => Object.keys(b).length - Object.keys(a).length);
  const body = await omitUniqueMembers(most, tools);
  const names = Object.keys(compare.isObject(body) ? body : {});
  const changes = [...names.slice(turn % names.length), ...names.slice(0, turn % names.length)].flatMap((name) => {
    const old = compare.getAtPointer(body, compare.buildPointer([name]));
    const value = others
      .map((other) => compare.getAtPointer(other, compare.buildPointer([name])))
      .find((one) => one !== undefined && !compare.isEquivalent(one, old));
    return value === undefined ? [] : [{ at: compare.buildPointer([name]), value, hasParts: typeof old === 'object' }];
  });
  const chosen = [...changes].sort((a, b) => Number(b.hasParts) - Number(a.hasParts)).slice(0, 4);
  assume(chosen.length > 0, 'no-usable-case', 'no value of the body could be changed');
  const payload = chosen.reduce<Json>((so, { at, value }) => compare.setAtPointer(so, at, value), body);
  return { body, payload, places: chosen.map(({ at }) => at) };
}

/** Whether two items show different values of a member. */
export async function showsOther(at: string, one: FirstCreation, other: FirstCreation): Promise<boolean> {
  const [shown, known] = [await http.readBack(one.item), await http.readBack(other.item)];
  const read = (of: Exchange) => compare.getAtPointer(of.answer?.json, at);
  return !compare.isEquivalent(read(shown), read(known));
}

/** Lifetime in seconds from which keys are checked: the checks themselves take time. */
const minSeconds = 60;

/** The profile says for how long the service remembers a key. */
export const declaredLifetime = needs.defineNeed('collection', {
  name: 'lifetime of keys',
  reason: 'the profile does not say that the service remembers a key for a minute or longer',
  enable: 'idempotency.ttl',
  isMet: ({ idempotency }) => (idempotency?.ttl ?? 0) >= minSeconds,
});
