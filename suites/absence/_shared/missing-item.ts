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
  type Tools,
  violated,
} from '#rule';

/** An item that was created and removed; undefined where it cannot be, which says nothing about missing ones. */
export const createDeleted = (items: Tools['items'], body: Json): Promise<Item | undefined> =>
  items.createDeleted(body).catch(ignoreSetup);

/** GET of an item that exists; undefined where none can be created. */
export const readExisting = (items: Tools['items'], body: Json): Promise<Exchange | undefined> =>
  items
    .create(body, { role: 'control' })
    .then((item) => item.get())
    .catch(ignoreSetup);

function ignoreSetup(error: { readonly reason?: string }): undefined {
  if (error.reason !== 'setup') throw error;
}

/** A request to a missing item, and GET after one with a success that shows no representation. */
export interface MissingItemAnswer {
  readonly asked: Exchange;
  readonly look: Exchange | undefined;
  readonly named: JsonObject | undefined;
}

/**
 * Sends GET and HEAD, and then PATCH where a patch is given. The id of a deleted item may belong to a new item by now, so PATCH is
 * sent only after GET found none.
 */
export async function requestItem(item: Item, named: JsonObject | undefined): Promise<readonly MissingItemAnswer[]> {
  const asked = await item.getUntil((exchange) => http.hasStatus(exchange, 404, 410));
  const answers = [{ asked, look: undefined, named: undefined }, await requestWithoutBody(item, undefined)];
  return named && http.hasStatus(asked, 404, 410) ? [...answers, await requestWithoutBody(item, named)] : answers;
}

async function requestWithoutBody(item: Item, named: JsonObject | undefined): Promise<MissingItemAnswer> {
  const asked = await (named ? item.patch(named) : item.head());
  return { asked, look: http.hasStatus(asked, 2) ? await item.get() : undefined, named };
}

/** The finding for one request to an item that never existed, or that was deleted; `existing` is GET of one that exists. */
export function judgeRequest(
  { item, isDeleted, asked, look, named }: MissingItemAnswer & { readonly item: Item; readonly isDeleted: boolean },
  { collection, dialect }: Pick<JudgingTools, 'collection' | 'dialect'>,
  existing: Exchange | undefined,
): Finding {
  // What HEAD or PATCH is refused for says nothing of GET.
  const isComparable = asked.method === 'GET' && existing !== undefined && http.hasStatus(existing, 2);
  const isMisread = http.hasStatus(asked, 400, 422) && isComparable && isWellFormed(item, isDeleted, collection);
  const open = isMisread ? undefined : judgeOpenStatus(asked, dialect);
  if (open) return open;
  const shown = look ?? asked;
  if (http.isCached(asked) || http.isCached(shown))
    return inconclusive('noise', 'a cache answered instead of the service');
  const hasContent = http.hasStatus(shown, 2);
  const [made, after] = [item.createdBy.answer?.json, shown.answer?.json].map((json) => openEnvelope(json, item.sent));
  const still = isDeleted && hasContent ? judgeExisting(item, [made, after], collection, named) : undefined;
  if (still) return still;
  if (isDeleted && hasContent && compare.isNewlyDeleted(made, after))
    return inconclusive('setup', 'the deleted item is shown as deleted, so the service may keep it on purpose');
  if (isDeleted && hasContent && dialect.deletedItem === 'tombstone')
    return inconclusive('setup', 'the profile declares that tombstones stay readable');
  return judgeMissing(asked, isDeleted ? [item.createdBy, asked] : [asked], isDeleted);
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
function isWellFormed(item: Item, isDeleted: boolean, { id }: Collection): boolean {
  if (isDeleted || /^\d{1,12}$/.test(item.id)) return true;
  const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
  const real = compare.getAtPointer(item.createdBy.answer?.json, id.pointer);
  return isUuid.test(item.id) && (real === undefined || isUuid.test(String(real)));
}

/**
 * The finding for a representation at the address of a deleted item: the item still exists, or a new item has its id.
 * After a PATCH that found no item, the members that it named prove nothing, and the PATCH itself created the item.
 */
function judgeExisting(
  { id, sent }: Item,
  [made, after]: readonly (Json | undefined)[],
  { id: { pointer } }: Pick<Collection, 'id'>,
  patch?: JsonObject,
) {
  const before = made ?? sent;
  const telling = compare.listControlledMembers(sent, before).filter((name) => !Object.hasOwn(patch ?? {}, name));
  const shows = (one: Json | undefined) => compare.isObject(one) && telling.some((name) => Object.hasOwn(one, name));
  const isNamed = String(compare.getAtPointer(after, pointer) ?? '').endsWith(id);
  if (!shows(after) && !isNamed) return undefined;
  const told = Object.fromEntries(telling.map((name) => [name, null]));
  if (compare.isIdReused(told, before, after))
    return inconclusive('noise', 'the URL shows another item, because the service reused the id');
  if (patch) return undefined;
  return inconclusive('assumption:idempotency/deleted-item-is-gone', 'the deleted item is still there');
}

/** The item in a representation: the member that has what was sent, where the representation itself does not. */
function openEnvelope(json: Json | undefined, sent: Json): Json | undefined {
  const names = compare.isObject(sent) ? Object.keys(sent) : [];
  const bodies = [json, ...(compare.isObject(json) ? Object.values(json) : [])];
  return bodies.find((one) => compare.isObject(one) && names.some((name) => Object.hasOwn(one, name))) ?? json;
}
