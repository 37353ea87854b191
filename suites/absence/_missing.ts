import {
  answered,
  assume,
  at,
  type Collection,
  type Exchange,
  type Finding,
  header,
  held,
  type Item,
  inconclusive,
  isObject,
  type Json,
  type JsonObject,
  same,
  violated,
} from '#rule';

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
  if (answered(exchange, 404) || (isDeleted && answered(exchange, 410))) return held;
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
  const real = at(item.made.answer?.json, id.pointer);
  return isUuid.test(item.id) && (real === undefined || isUuid.test(String(real)));
}

/** What a representation says where something was deleted: the thing stands there still, or another one under its id. */
export function standing({ sent, made }: Item, after: Json | undefined): Finding | undefined {
  const before = made.answer?.json ?? sent;
  if (!isObject(sent) || !isObject(before) || !isObject(after)) return undefined;
  const names = Object.keys(sent).filter((name) => Object.hasOwn(before, name) && Object.hasOwn(after, name));
  if (names.length === 0) return undefined;
  const isAnother = names.some((name) => !same(before[name], after[name]));
  if (isAnother) return inconclusive('noise', 'another thing stands at the URL: its id was given out again');
  return inconclusive('assumption:idempotency/deleted-is-gone', 'what was deleted still stands there');
}

/** Whether a cache says that it answered in place of the service. */
export function isCached({ answer }: Pick<Exchange, 'answer'>): boolean {
  const isHit = ['x-cache', 'cf-cache-status', 'x-cache-status'].some((name) =>
    /hit/i.test(header(answer, name) ?? ''),
  );
  return isHit || Number(header(answer, 'age') ?? 0) > 0;
}

/** What a PATCH of something missing is sent with; ends the case where PATCH takes no merge patches (RFC 7396). */
export function patchFor({ patch }: Collection, drawn: JsonObject): JsonObject {
  const mediaType = patch?.request?.mediaType ?? '';
  assume(!/json-patch/i.test(mediaType), 'no-usable-case', `${mediaType} is no merge patch`);
  assume(Object.keys(drawn).length > 0, 'no-usable-case', 'no member is known that a patch could name');
  return drawn;
}
