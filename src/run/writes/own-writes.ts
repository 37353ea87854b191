import { isUnsafeRequest } from '../../http/method-guard.js';
import { type LedgerEntry, permitWrite } from '../../ledger/entry.js';
import { digestMarkers, digestMembers, isMarkerLost, isQuotingMarker } from '../../ledger/markers.js';
import type { LedgerScope } from '../../ledger/scope.js';
import { isUndecided, neverSentPattern } from '../../limits/classify-answer.js';
import { UnsentError } from '../../limits/request-meter.js';
import { isEquivalent } from '../../model/difference.js';
import { type Exchange, hasStatus, type Method, type RawExchange } from '../../model/exchange.js';
import { getMember, isObject, type Json } from '../../model/json.js';
import { findFact } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { computeOnce } from '../../model/values/compute-once.js';
import { InconclusiveError } from '../../rule/finding.js';
import type { HttpRequest } from '../../rule/http/request.js';
import type { RuleClient } from '../../rule/tools.js';
import { type CaseRequest, readSentText } from '../content/request-content.js';
import type { CaseClient } from '../items/case-client.js';
import type { Creations } from '../items/creations.js';
import { followReference } from '../items/follow-reference.js';
import { matchPathTemplate, readCreatedAddress, readIdFromPath } from '../items/item-address.js';

export interface OwnWrites {
  readonly ledger: LedgerScope;
  readonly collection: Collection;
  readonly baseUrl: string;
  readonly document?: Json | undefined;
  /** Where nothing more may be created. */
  readonly addressing?: Pick<Creations, 'requireOpen' | 'recordCreation' | 'of'>;
}

/** The client for direct use by rules: every request that may create an item or overwrite a marker is entered in the ledger before it is sent. */
export const createRuleClient = (
  context: OwnWrites & { readonly wire: CaseClient },
): Omit<RuleClient, 'sendUntil'> => ({
  send: (order: HttpRequest) => sendAnnounced(context, order, 'send') as Promise<Exchange>,
  trySend: (order: HttpRequest) => sendAnnounced(context, order, 'trySend') as Promise<Exchange>,
  raw: (order: HttpRequest) => sendAnnounced(context, order, 'raw') as Promise<RawExchange>,
  follow: (reference: string, asked: string) => followReference(createRuleClient(context), context, reference, asked),
});

/** The way of a request of a rule: may it be sent, what does it write, what came of it? */
async function sendAnnounced(
  context: OwnWrites & { readonly wire: CaseClient },
  order: HttpRequest,
  way: 'send' | 'trySend' | 'raw',
): Promise<Exchange | RawExchange> {
  const { ledger, collection, wire, addressing } = context;
  if (!isUnsafeRequest(order)) return wire[way](order as CaseRequest);
  requireWritable(context, order);
  const { method, json } = order;
  const path = order.path.split('?')[0] ?? '';
  const isCreation = method === 'POST' && takesCreations(collection, path);
  const own = isCreation ? undefined : announceWrite(context, order);
  const mayCreate = own === undefined && takesChosenId(method, path, collection);
  if (!isCreation && !mayCreate) {
    const record = own ? permitWrite(own) : ledger.recordRequest(method, order.path);
    const send = (): Promise<Exchange | RawExchange> => wire[way]({ ...order, record });
    const exchange = await (own && method === 'DELETE' ? sendOwnRemoval(own, send) : send());
    followIdentity(context, exchange, own, json);
    return exchange;
  }
  if (isCreation) await addressing?.requireOpen(collection.name);
  const entry = intend(context, order, isCreation ? order.as : undefined);
  if (mayCreate) ledger.recordCreated(entry, order.path);
  const send = (): Promise<Exchange | RawExchange> => wire[way]({ ...order, record: permitWrite(entry) });
  const exchange = await sendOwned(ledger, entry, send);
  if (isCreation) recordCreation(context, entry, exchange);
  else {
    followIdentity(context, exchange, entry, json);
    // A write to a path without an item of the run may create an item or change another one; only 201 proves that it created one. A service
    // may create an item and answer 200, too: its list is searched for the marker, and nothing else is removed.
    if (hasStatus(exchange, 2) && !hasStatus(exchange, 201)) {
      ledger.markUncertain(entry);
      ledger.recordGone(entry);
    }
  }
  return exchange;
}

/** Enters the item in the ledger that a creation by a rule has created. */
function recordCreation(context: OwnWrites, entry: LedgerEntry, exchange: Exchange | RawExchange): void {
  const { ledger, collection, baseUrl, addressing } = context;
  if (!hasStatus(exchange, 2) || !('text' in (exchange.answer ?? {}))) return;
  const told = readCreatedAddress(collection, exchange as Exchange, baseUrl);
  if (told && collection.standing?.includes(told.id)) ledger.recordGone(entry);
  else if (told) ledger.recordCreated(entry, told.path);
  const isMade = told !== undefined && !collection.standing?.includes(told.id);
  addressing?.recordCreation(collection.name, { n: exchange.n, status: undefined, isMade });
}

/** Whether a request may create an item at its own address: PUT, and POST where creations have ids that the client chooses. */
function takesChosenId(method: string, path: string, collection: Collection): boolean {
  const { create, creation } = collection;
  if (method === 'PUT') return isItemPath(collection, path);
  return (
    creation?.isNamed === true && create?.method === method && matchPathTemplate(creation.path, path) !== undefined
  );
}

/** Whether POST to this path creates items: to the list, or to the path that creations have. */
const takesCreations = ({ path, creation }: Collection, plain: string): boolean =>
  plain === path || plain === creation?.path;

/** What a profile can switch off by the method of a request to an item. */
const itemWrites = { PUT: 'replace', PATCH: 'patch', DELETE: 'remove' };

/**
 * Ends the case, whichever rule wants to send the request, when the profile switches its method off (`replace: false`, `patch: false`,
 * `delete: false`, `create: false`), or when it is about an item that existed before the run, or about anything below it. Throws
 * {@link UnsentError} with the cause `setup`.
 */
export function requireWritable(
  { collection, ledger, addressing }: Pick<OwnWrites, 'collection' | 'ledger' | 'addressing'>,
  order: { readonly method: Method; readonly path: string },
): void {
  const plain = order.path.split('?')[0] ?? '';
  addressing?.of(collection.name).kept.recordWrite(plain);
  const template = collection.itemPath ?? `${collection.path}/{id}`;
  const item = plain.split('/').slice(0, template.split('/').length).join('/');
  const filling = matchPathTemplate(template, item);
  // An address below an item is none itself, but it belongs to that item.
  const isItem = filling !== undefined && (item === plain || matchPathTemplate(template, plain) !== undefined);
  const isCreation = order.method === 'POST' && takesCreations(collection, plain);
  const about = isCreation ? 'create' : isItem ? getMember(itemWrites, order.method) : undefined;
  const fact = about === undefined ? undefined : findFact(collection, about);
  if (fact?.value === false && fact.provenance === 'declared')
    throw new UnsentError(
      'setup',
      `${order.method} is not sent: the profile declares ${about === 'remove' ? 'delete' : about}: false for ${collection.name}`,
    );
  const id = filling && Object.values(filling).at(-1);
  if (id === undefined || !(ledger.isForeign(item) || getExistingIds(collection.standing ?? []).has(id))) return;
  if (ledger.find(item) !== undefined) return;
  throw new UnsentError('setup', `${order.method} ${order.path} is not sent: the item there is not one of this run`);
}

/** Existing ids by list, because a set costs as much as all comparisons of one request. */
const getExistingIds = computeOnce((standing: readonly string[]): ReadonlySet<string> => new Set(standing));

/** Whether a path can be that of an item of the collection, also below another parent. */
function isItemPath({ itemPath, path: list }: Collection, path: string): boolean {
  const template = itemPath ?? `${list}/{id}`;
  return matchPathTemplate(template, path) !== undefined || path.split('/').length === template.split('/').length;
}

/** Records what a request is about to write to an item of the run. Returns the entry of the item. */
export function announceWrite(
  { ledger, collection }: Pick<OwnWrites, 'ledger' | 'collection'>,
  order: HttpRequest,
): LedgerEntry | undefined {
  const entry = ledger.find(order.path);
  // A POST that changes items keeps the members that it omits, as PATCH does.
  const method = order.method === 'POST' && collection.patch?.method === 'POST' ? 'PATCH' : order.method;
  if (entry === undefined || (method !== 'PUT' && method !== 'PATCH')) return entry;
  const { mark, signs, isUnmarked, prints } = entry;
  const body = readRequestBody(order, collection);
  if (!isMarkerLost(method, body, entry, collection))
    ledger.recordMarkers(entry, digestMarkers(body, mark, collection, signs));
  else
    ledger.recordWrite(entry, {
      ...(method === 'PATCH' && isUnmarked && prints),
      ...digestMembers(body, mark),
    });
  return entry;
}

/** Enters a request of a caller in the ledger that may create an item, by the marker that it carries, if it does. */
function intend({ ledger, collection }: OwnWrites, order: HttpRequest, as?: string): LedgerEntry {
  const { json, text } = order;
  const mark = /assay-[0-9a-f]{8}-[a-z0-9]+/.exec(text ?? (isObject(json) ? JSON.stringify(json) : ''))?.[0];
  const body = readRequestBody(order, collection);
  return ledger.intend(collection.name, mark ?? '', {
    at: collection.path,
    ...(as && { as }),
    ...(mark === undefined
      ? { isUnmarked: true, prints: digestMembers(body, '') }
      : { bears: digestMarkers(body, mark, collection) }),
  });
}

/** Sends a request that may create the item of this entry, and drops the entry when it cannot have. */
export async function sendOwned<E extends Exchange | RawExchange>(
  ledger: LedgerScope,
  entry: LedgerEntry,
  send: () => Promise<E>,
): Promise<E> {
  try {
    const exchange = await send();
    const { answer, silence } = exchange;
    // The response to a creation may be a redirect (RFC 9110 §15.4.4) that does not say what was created.
    if (hasStatus(exchange, 3)) ledger.markUncertain(entry);
    if (hasStatus(exchange, 2)) entry.isMade = true;
    else if (answer === undefined) {
      // Without an answer, the item may exist.
      if (neverSentPattern.test(silence ?? '')) ledger.recordGone(entry);
    }
    // After a redirect or a server error, it may exist, too; but after the latter it could not be found without a marker.
    else if (!hasStatus(exchange, 3, 5) || (entry.isUnmarked === true && hasStatus(exchange, 5)))
      ledger.recordRefused(entry, hasStatus(exchange, 5, 408));
    return exchange;
  } catch (error) {
    if (isNeverCarriedOut(error)) ledger.recordGone(entry);
    throw error;
  }
}

/** Whether a request was never sent or was refused; after a missing response, it may have arrived. */
const isNeverCarriedOut = (error: unknown): boolean =>
  error instanceof UnsentError ||
  (error instanceof InconclusiveError &&
    (error.reason === 'budget' || error.reason === 'refused' || neverSentPattern.test(error.why)));

/**
 * Sends DELETE for an item of the run. Unless it succeeds, or is refused by a caller's rights or a condition, the address may belong to
 * another item when it is sent again.
 */
export async function sendOwnRemoval<E extends Exchange | RawExchange>(
  entry: LedgerEntry,
  send: () => Promise<E>,
): Promise<E> {
  const { tried } = entry;
  entry.tried = 'unknown';
  try {
    const exchange = await send();
    if (hasStatus(exchange, 400, 409, 422, 423)) entry.tried = 'refused';
    else if (!isUndecided(exchange) && !hasStatus(exchange, 202)) entry.tried = tried;
    return exchange;
  } catch (error) {
    if (isNeverCarriedOut(error)) entry.tried = tried;
    throw error;
  }
}

/**
 * Enters the item that the response to a write names in the ledger, if the run knows no item at its address: an item
 * that got another id, or one that was created although the request was no creation. Nothing is entered without evidence:
 * the marker or the whole content of the written item, or 201 with an address for a request to the collection or one of its items. The old
 * address stays in the ledger until the service says that nothing is there.
 */
export function followIdentity(
  { ledger, collection, baseUrl }: OwnWrites,
  exchange: Exchange | RawExchange,
  own?: LedgerEntry,
  sent?: Json,
): LedgerEntry | undefined {
  const { answer, path } = exchange;
  if (!hasStatus(exchange, 2) || answer === undefined || !('text' in answer)) return undefined;
  const told = readCreatedAddress(collection, exchange as Exchange, baseUrl);
  const plain = path.split('?')[0] ?? '';
  if (told === undefined || told.path === plain || collection.standing?.includes(told.id)) return undefined;
  if (ledger.find(told.path) !== undefined) return undefined;
  const isMoved =
    own !== undefined && (isQuotingMarker(answer.json ?? null, own, collection.marker) || isShowing(answer.json, sent));
  const isCreated =
    hasStatus(exchange, 201) && (takesCreations(collection, plain) || readIdFromPath(collection, path) !== undefined);
  if (!isMoved && !isCreated) return undefined;
  return ledger.claim(collection.name, own?.mark ?? '', told.path, collection.path);
}

/** Whether a response shows every member that was sent. */
const isShowing = (shown: Json | undefined, sent: Json | undefined): boolean =>
  isObject(shown) &&
  isObject(sent) &&
  Object.keys(sent).length > 0 &&
  Object.entries(sent).every(([name, value]) => isEquivalent(getMember(shown, name) ?? null, value));

/** The item that a request sends: JSON is put in its envelope later, text is sent as it is. */
const readRequestBody = ({ method, json, text }: HttpRequest, collection: Collection): Json | undefined =>
  text === undefined ? json : readSentText(text, collection, method);
