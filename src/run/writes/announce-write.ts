import { isUnsafeRequest } from '../../http/method-guard.js';
import { digestMembers, isMarkerLost } from '../../ledger/body-digest.js';
import type { Intention, LedgerEntry } from '../../ledger/entry.js';
import type { BodyDigests } from '../../ledger/lines.js';
import { digestMarkers, listMarkerPlaces, parseSentBody } from '../../ledger/marker-match.js';
import { permitWrite } from '../../ledger/permit-write.js';
import { type Exchange, hasStatus, type RawExchange } from '../../model/exchange.js';
import { isObject, type Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import type { HttpRequest } from '../../rule/http/request.js';
import type { CaseClient, CaseRequest } from '../items/case-client.js';
import type { Creations } from '../items/creations.js';
import { matchPathTemplate, readCreatedAddress } from '../items/item-address.js';
import { followIdentity, type IdentityContext } from './follow-identity.js';
import { requireOwnItem, requirePermitted } from './require-permitted.js';
import { sendOwned } from './send-owned.js';

/** Where writes of rules are announced. */
export interface AnnounceContext extends IdentityContext {
  /** Where nothing more may be created. */
  readonly addressing?: Pick<Creations, 'requireOpen' | 'recordCreation'>;
}

/**
 * Wraps the client for direct use by rules: every request that may create an item or overwrite a marker is entered in
 * the ledger before it is sent.
 */
export function createAnnouncingClient({ send, trySend, raw }: CaseClient, context: AnnounceContext) {
  return {
    send: (order: HttpRequest) => sendAnnounced(context, order, send),
    trySend: (order: HttpRequest) => sendAnnounced(context, order, trySend),
    raw: (order: HttpRequest) => sendAnnounced(context, order, raw),
  };
}

/** Records what a request is about to write to an item of the run. */
export function announceWrite(
  { ledger, collection }: Pick<AnnounceContext, 'ledger' | 'collection'>,
  order: HttpRequest,
): LedgerEntry | undefined {
  const entry = ledger.listEntries().find(({ path }) => path === order.path);
  if (order.method !== 'PUT' && order.method !== 'PATCH') return entry;
  if (entry && isMarkerLost(order.method, getRequestBody(order), entry, collection))
    ledger.recordWrite(entry, digestWrite(order, entry));
  else if (entry) ledger.recordMarkers(entry, digestRequestMarkers(order, entry.mark, collection, entry.signs));
  return entry;
}

async function sendAnnounced<E extends Exchange | RawExchange>(
  context: AnnounceContext,
  order: HttpRequest,
  go: (order: CaseRequest) => Promise<E>,
): Promise<E> {
  if (!isUnsafeRequest(order)) return go(order as CaseRequest);
  const { ledger, collection } = context;
  requirePermitted(collection, order);
  requireOwnItem(collection, order, ledger);
  const path = order.path.split('?')[0] ?? '';
  if (order.method === 'POST' && path === collection.path) return sendCreation(context, order, go);
  const own = announceWrite(context, order);
  if (order.method === 'PUT' && own === undefined && isItemPath(collection, path)) return sendPut(context, order, go);
  const record = own ? permitWrite(own) : ledger.recordRequest(order.method, order.path);
  const exchange = await go({ ...order, record });
  followIdentity(context, exchange, own, order.json);
  return exchange;
}

/** Whether a path can be that of an item of the collection, also below another parent. */
function isItemPath({ itemPath, path: list }: Collection, path: string): boolean {
  const template = itemPath ?? `${list}/{id}`;
  return matchPathTemplate(template, path) !== undefined || path.split('/').length === template.split('/').length;
}

async function sendCreation<E extends Exchange | RawExchange>(
  { ledger, collection, baseUrl, addressing }: AnnounceContext,
  order: HttpRequest,
  go: (order: CaseRequest) => Promise<E>,
): Promise<E> {
  await addressing?.requireOpen(collection.name);
  const entry = ledger.intend(collection.name, findMarker(order) ?? '', {
    at: collection.path,
    ...(order.as && { as: order.as }),
    ...buildIntention(order, collection),
  });
  const exchange = await sendOwned(ledger, entry, () => go({ ...order, record: permitWrite(entry) }));
  if (!hasStatus(exchange, 2) || !('text' in (exchange.answer ?? {}))) return exchange;
  const told = readCreatedAddress(collection, exchange as Exchange, baseUrl);
  if (told && collection.standing?.includes(told.id)) ledger.recordGone(entry);
  else if (told) {
    ledger.recordCreated(entry, told.path);
    addressing?.recordCreation(collection.name, { n: exchange.n, status: undefined, isMade: true });
  }
  return exchange;
}

/**
 * PUT to a path without an item of the run may create an item or change another one; only 201 proves that it created
 * one.
 */
async function sendPut<E extends Exchange | RawExchange>(
  context: AnnounceContext,
  order: HttpRequest,
  go: (order: CaseRequest) => Promise<E>,
): Promise<E> {
  const { ledger, collection } = context;
  const mark = findMarker(order);
  const entry = ledger.intend(collection.name, mark ?? '', {
    at: collection.path,
    ...buildIntention(order, collection),
  });
  ledger.recordCreated(entry, order.path);
  const exchange = await sendOwned(ledger, entry, () => go({ ...order, record: permitWrite(entry) }));
  followIdentity(context, exchange, entry, order.json);
  if (hasStatus(exchange, 2) && !hasStatus(exchange, 201)) {
    // A service may create an item and answer 200: its list is searched for the marker, and nothing else is removed.
    ledger.markUncertain(entry);
    ledger.recordGone(entry);
  }
  return exchange;
}

/** PATCH keeps the members that it omits. */
const digestWrite = (order: HttpRequest, { mark, prints, isUnmarked }: LedgerEntry) => ({
  ...(order.method === 'PATCH' && isUnmarked && prints),
  ...digestMembers(getRequestBody(order), mark),
});

function buildIntention(order: HttpRequest, collection: Collection): Intention {
  const mark = findMarker(order);
  if (mark === undefined) return { isUnmarked: true, prints: digestMembers(getRequestBody(order), '') };
  return { bears: digestRequestMarkers(order, mark, collection) };
}

/** Digests of the texts in which a request carries a marker or another sign of the run. */
export const digestRequestMarkers = (
  order: Pick<HttpRequest, 'json' | 'text'>,
  mark: string,
  collection: Collection,
  signs: readonly string[] = [],
): BodyDigests => digestMarkers(getRequestBody(order), [mark, ...signs], mark, listMarkerPlaces(collection));

const getRequestBody = ({ json, text }: Pick<HttpRequest, 'json' | 'text'>): Json | undefined =>
  text === undefined ? json : parseSentBody(text);

const findMarker = ({ json, text }: HttpRequest): string | undefined =>
  /assay-[0-9a-f]{8}-[a-z0-9]+/.exec(text ?? (isObject(json) ? JSON.stringify(json) : ''))?.[0];
