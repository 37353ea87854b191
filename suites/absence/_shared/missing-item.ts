import {
  type Collection,
  compare,
  type Exchange,
  type Finding,
  held,
  http,
  type Item,
  inconclusive,
  type Json,
  type JsonObject,
  type JudgingTools,
  violated,
} from '#rule';

/** Sends HEAD, or PATCH where a patch is given. Neither shows the representation at the address. */
export async function requestWithoutBody(item: Item, named: JsonObject | undefined) {
  const asked = await (named ? item.patch(named) : item.head());
  return { asked, look: http.hasStatus(asked, 2) ? await item.get() : undefined, named };
}

/** Sends GET, or PATCH. The id of a deleted item may belong to a new item by now; then no PATCH is sent. */
export async function requestItem(item: Item, named: JsonObject | undefined, isDeleted: boolean) {
  if (named && !isDeleted) return requestWithoutBody(item, named);
  const asked = await item.getUntil((exchange) => http.hasStatus(exchange, 404, 410));
  return named && http.hasStatus(asked, 404, 410)
    ? requestWithoutBody(item, named)
    : { asked, look: undefined, named: undefined };
}

/**
 * The finding for a status that neither keeps nor breaks the promise; undefined where the status decides. A service may
 * answer 403 for all items that the caller must not see, missing ones included, unless the profile says otherwise. The caller may
 * read existing items, which says nothing about writes.
 */
export function judgeOpenStatus(
  asked: Exchange,
  { hidesNothing = false }: Pick<JudgingTools['dialect'], 'hidesNothing'>,
): Finding | undefined {
  const { answer, method } = asked;
  const status = answer?.status ?? 0;
  const isReading = method === 'GET' || method === 'HEAD';
  if (http.isAboutCaller(asked, hidesNothing && isReading))
    return inconclusive('refused', `${method} returned ${status}`);
  const isDecided =
    status === 403 || status === 404 || status === 410 || status === 500 || (status >= 200 && status < 300);
  return isDecided ? undefined : inconclusive('setup', `${method} returned ${status}, before the item was requested`);
}

/** Held for 404, or for 410 where an item was deleted; violated for any other status that decides. */
export function judgeMissing(exchange: Exchange, shows: readonly Exchange[], isDeleted: boolean): Finding {
  const { method, answer } = exchange;
  if (http.hasStatus(exchange, 404) || (isDeleted && http.hasStatus(exchange, 410))) return held;
  const what = isDeleted ? 'a deleted item' : 'an item that never existed';
  return violated({
    expected: `${method} of ${what} returns 404`,
    actual: `${method} returned ${answer?.status}`,
    shows,
  });
}

/**
 * Whether an id is certainly well-formed: the service assigned it once, or it is a plain number or UUID, which have
 * no check digits.
 */
export function isWellFormed(item: Item, isDeleted: boolean, { id }: Collection): boolean {
  if (isDeleted || /^\d{1,12}$/.test(item.id)) return true;
  const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
  const real = compare.getAtPointer(item.createdBy.answer?.json, id.pointer);
  return isUuid.test(item.id) && (real === undefined || isUuid.test(String(real)));
}

/**
 * The finding for a representation at the address of a deleted item: the item still exists, or a new item has its id.
 * After a PATCH that found no item, the members that it named prove nothing, and the PATCH itself created the item.
 */
export function judgeExisting({ sent, createdBy }: Item, after: Json | undefined, patch?: JsonObject) {
  const before = createdBy.answer?.json ?? sent;
  const telling = compare.listControlledMembers(sent, before).filter((name) => !Object.hasOwn(patch ?? {}, name));
  if (!compare.isObject(after) || !telling.some((name) => Object.hasOwn(after, name))) return undefined;
  const told = Object.fromEntries(telling.map((name) => [name, null]));
  if (compare.isIdReused(told, before, after))
    return inconclusive('noise', 'the URL shows another item, because the service reused the id');
  if (patch) return undefined;
  return inconclusive('assumption:idempotency/deleted-item-is-gone', 'the deleted item is still there');
}
