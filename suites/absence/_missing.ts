import {
  type Collection,
  type Exchange,
  type Finding,
  getAtPointer,
  hasStatus,
  held,
  type Item,
  inconclusive,
  isIdReused,
  isObject,
  type Json,
  type JsonObject,
  listControlledMembers,
  violated,
} from '#rule';

/** What was asked of an address where nothing should be. */
export interface Asking {
  readonly asked: Exchange;
  /** What GET showed, where the request itself was answered with success and shows nothing. */
  readonly look: Exchange | undefined;
  /** The members that a PATCH named. */
  readonly named: JsonObject | undefined;
}

/** Asks with HEAD, or with PATCH where a patch is given: neither shows what stands there. */
export async function askUnseen(item: Item, named: JsonObject | undefined): Promise<Asking> {
  const asked = await (named ? item.patch(named) : item.head());
  return { asked, look: hasStatus(asked, 2) ? await item.get() : undefined, named };
}

/** Asks with GET, or with PATCH; but an id that was deleted may be another's by now, and then nothing is patched there. */
export async function askSeen(item: Item, named: JsonObject | undefined, isDeleted: boolean): Promise<Asking> {
  if (named && !isDeleted) return askUnseen(item, named);
  const asked = await item.getUntil((exchange) => hasStatus(exchange, 404, 410));
  return named && hasStatus(asked, 404, 410) ? askUnseen(item, named) : { asked, look: undefined, named: undefined };
}

/** What is said of statuses that neither keep the promise nor break it; undefined where the status decides. */
export function undecided({ answer, method }: Exchange): Finding | undefined {
  const status = answer?.status ?? 0;
  if (status === 401 || status === 403) return inconclusive('refused', `${method} was answered ${status}`);
  const isDecided = status === 404 || status === 410 || status === 500 || (status >= 200 && status < 300);
  return isDecided
    ? undefined
    : inconclusive('setup', `${method} was answered ${status}, before the item was looked for`);
}

/** 404, or 410 where something was; everything else that decides is a violation. */
export function judgeMissing(exchange: Exchange, shows: readonly Exchange[], isDeleted: boolean): Finding {
  const { method, answer } = exchange;
  if (hasStatus(exchange, 404) || (isDeleted && hasStatus(exchange, 410))) return held;
  const what = isDeleted ? 'what was deleted' : 'what never was';
  return violated({
    expected: `${method} of ${what} answers 404`,
    actual: `${method} answers ${answer?.status}`,
    shows,
  });
}

/** Whether an id is surely well-formed: it was given out once, or is a plain number or UUID, which carry no check digits. */
export function isWellFormed(item: Item, isDeleted: boolean, { id }: Collection): boolean {
  if (isDeleted || /^\d{1,12}$/.test(item.id)) return true;
  const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
  const real = getAtPointer(item.createdBy.answer?.json, id.pointer);
  return isUuid.test(item.id) && (real === undefined || isUuid.test(String(real)));
}

/**
 * What a representation says where something was deleted: the thing stands there still, or another one under its id.
 * After a patch, which found nothing there, what it named does not tell, and the thing itself was brought back by it.
 */
export function standing({ sent, createdBy }: Item, after: Json | undefined, patch?: JsonObject): Finding | undefined {
  const before = createdBy.answer?.json ?? sent;
  const telling = listControlledMembers(sent, before).filter((name) => !Object.hasOwn(patch ?? {}, name));
  if (!isObject(after) || !telling.some((name) => Object.hasOwn(after, name))) return undefined;
  const told = Object.fromEntries(telling.map((name) => [name, null]));
  if (isIdReused(told, before, after))
    return inconclusive('noise', 'another thing stands at the URL: its id was given out again');
  if (patch) return undefined;
  return inconclusive('assumption:idempotency/deleted-item-is-gone', 'what was deleted still stands there');
}
