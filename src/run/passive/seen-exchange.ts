import type { ClientRequest, SentExchange } from '../../http/exchange.js';
import { isEquivalent } from '../../model/difference.js';
import { decodePercent } from '../../model/escapes.js';
import { type Exchange, getHeader, type HttpResponse } from '../../model/exchange.js';
import { getMember, isObject, type Json, type JsonObject, parseJson, readJson } from '../../model/json.js';
import type { Effect, ObservedExchange, OutsideEffect } from '../../model/observed-exchange.js';
import type { Collection } from '../../model/service/subject.js';
import { unwrapSent, unwrapShown } from '../content/request-content.js';
import { readIdAsText } from '../items/item-address.js';

/** An exchange, as it was observed and as the client returned it: that one has the record for the report. */
export interface SeenExchange {
  readonly exchange: ObservedExchange;
  readonly sent: SentExchange;
}

/** Maximum length of the content of a response that is kept with a write. */
const maxKeptText = 8_192;

/** An exchange as passive rules see it. */
export function buildObserved({ headers = {}, content, as }: ClientRequest, sent: SentExchange): ObservedExchange {
  const fields: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (typeof value === 'string') fields[name] = value;
  }
  const { n, method, path, answer, silence } = sent;
  // One for each exchange, so each member is named: copying others takes longer.
  if (as) return { n, method, path, answer, silence, fields, content, as };
  return { n, method, path, answer, silence, fields, content };
}

const noHeaders = {};

/** A write as it is kept: of later use are the request, the status, and the ids in a success. Named members take less memory than copied ones. */
export function keepWrite(write: ObservedExchange): ObservedExchange {
  const { n, method, path, answer, silence, fields, content, as } = write;
  const kept = answer === undefined ? undefined : new KeptResponse(answer);
  return { n, method, path, answer: kept, silence, fields, content, ...(as && { as }) };
}

/** A response without its parsed content: that takes several times the memory of its text, and is read again when it is asked for. */
class KeptResponse implements HttpResponse {
  readonly status: number;
  readonly headers: HttpResponse['headers'];
  readonly text: string;

  constructor({ status, headers: { location }, text }: HttpResponse) {
    this.status = status;
    this.headers = location === undefined ? noHeaders : { location };
    this.text = status < 300 && text.length <= maxKeptText ? text : '';
  }

  get json(): HttpResponse['json'] {
    return parseJson(this.text);
  }
}

/** The methods of writes. */
export const writePattern = /^(POST|PUT|PATCH|DELETE)$/;

/**
 * Statuses from 400 to 499 after which a service may have stored something: a payment that failed is kept (402), a request that
 * timed out may be under way (408), and one that was too early may be replayed (425). A write that lacked a condition (428)
 * is sent again with it, and has a rule of its own.
 */
const openStatuses = new Set([402, 408, 425, 428]);

/** Whether the service said that it did not carry out a write. */
export function isRefusedWrite({ method, answer }: Exchange): boolean {
  const status = answer?.status ?? 0;
  return status >= 400 && status <= 499 && !openStatuses.has(status) && writePattern.test(method);
}

/** How a collection sends and shows its items. */
type Enveloped = Pick<Collection, 'envelope'>;

/** The item that a request sends as an object, without its envelope; undefined for other content. */
export function readSentItem(
  { method, content }: Pick<ObservedExchange, 'method' | 'content'>,
  collection: Enveloped,
): JsonObject | undefined {
  const item = unwrapSent(readJson(content), collection, method);
  return isObject(item) ? item : undefined;
}

/** The item that a plain GET of the default caller shows; null for an item that is gone, undefined for anything else. */
export function readShown(
  { method, path, as, answer }: ObservedExchange,
  collection: Enveloped,
): JsonObject | null | undefined {
  if (method !== 'GET' || path.includes('?') || as !== undefined) return undefined;
  if (answer?.status === 404 || answer?.status === 410) return null;
  const shown = answer?.status === 200 ? unwrapShown(collection, answer.json) : undefined;
  return isObject(shown) ? shown : undefined;
}

/** Ids that a response to a creation or another write names, percent-encoded. */
export function readCreatedIds({ answer }: ObservedExchange, collection: Collection): string[] {
  const shown = answer?.json;
  const enveloped = collection.envelope && isObject(shown) ? Object.values(shown) : [];
  const location = getHeader(answer, 'location')?.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1);
  return [
    ...[shown, ...enveloped].flatMap((json) => readIdAsText(collection, json as Json) ?? []),
    ...(location === undefined ? [] : [decodePercent(location)]),
  ].map(encodeURIComponent);
}

const markPattern = /assay-[0-9a-f]{8}-[a-z0-9]+/g;

export const findMarkers = (text: string | undefined): string[] => [...new Set(text?.match(markPattern) ?? [])];

/** Words by which an item says itself that it records a failure. */
const failureWords = /fail|error|reject|declin|invalid|refus|denied|cancel|abort|incomplete|draft|quarantin/i;

/**
 * Whether a list entry is the item that a refused creation sent: it shows the marker where it was sent. An entry that
 * says in a member of its own that it failed is the record of an attempt, which a service may keep.
 */
export function isCreatedBy(entry: Json, sent: JsonObject | undefined, mark: string): boolean {
  if (sent === undefined || !isObject(entry)) return false;
  const isMarked = Object.entries(sent).some(
    ([name, value]) =>
      typeof value === 'string' && value.includes(mark) && String(getMember(entry, name)).includes(mark),
  );
  const isRecord = Object.entries(entry).some(
    ([name, value]) => !Object.hasOwn(sent, name) && typeof value === 'string' && failureWords.test(value),
  );
  return isMarked && !isRecord;
}

/** The states of an item before and after a refused write. */
export interface ItemReads {
  readonly before: Json;
  /** Null where it is gone. */
  readonly after: Json;
  /** What was sent to create it. */
  readonly sent: Json;
  /** Further values that were sent for it before, and may have become visible late. */
  readonly earlier?: readonly Json[];
}

/** What a refused write to an item may have left behind. */
export function findEffect(
  write: Pick<ObservedExchange, 'method' | 'content' | 'answer'>,
  { before, after, sent, earlier = [] }: ItemReads,
  collection: Enveloped,
): Effect | undefined {
  // The item was not found: its creation may not have been visible everywhere, and its removal may be another one's.
  const { method, answer } = write;
  const isMissing = answer?.status === 404 || answer?.status === 410;
  if (after === null) return isMissing ? undefined : { kind: 'removed', before, after };
  const own = method === 'DELETE' ? undefined : readSentItem(write, collection);
  const names = [...(isObject(sent) ? Object.keys(sent) : []), ...Object.keys(own ?? {})];
  return findChangedMembers(names, before, after, [sent, ...earlier]);
}

/** How an item differs from what it showed, as far as clients wrote it; undefined where it does not. */
export function findOutsideEffect(
  { shown, sent }: { readonly shown: Json; readonly sent: Json },
  after: Json,
  collection: string,
): OutsideEffect | undefined {
  if (after === null) return { kind: 'removed', before: shown, after, collection };
  const changed = findChangedMembers(isObject(sent) ? Object.keys(sent) : [], shown, after, []);
  return changed && { kind: 'changed', before: changed.before, after: changed.after, collection };
}

/**
 * The members that clients wrote and that a refused request changed. A value that was sent before for the same item is no
 * proof: it may only have become visible now.
 */
export function findChangedMembers(
  names: Iterable<string>,
  before: Json,
  after: Json,
  earlier: readonly Json[],
): Effect | undefined {
  if (!isObject(before) || !isObject(after)) return undefined;
  const [were, are] = [new Map<string, Json>(), new Map<string, Json>()];
  for (const name of names) {
    const was = Object.hasOwn(before, name) ? before[name] : undefined;
    const is = Object.hasOwn(after, name) ? after[name] : undefined;
    if (was === undefined || is === undefined || was === is || isEquivalent(was, is)) continue;
    if (earlier.some((one) => isObject(one) && isEquivalent(getMember(one, name), is))) continue;
    were.set(name, was);
    are.set(name, is);
  }
  if (were.size === 0) return undefined;
  return { kind: 'changed', before: Object.fromEntries(were), after: Object.fromEntries(are) };
}
