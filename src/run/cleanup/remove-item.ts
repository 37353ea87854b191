import type { WriteRequest } from '../../http/exchange.js';
import { type LedgerEntry, permitWrite } from '../../ledger/entry.js';
import { fillPurgeSteps } from '../../ledger/purge-steps.js';
import { isThrottled, isUndecided } from '../../limits/classify-answer.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import { pause, pollUntil } from '../../model/clock.js';
import { type Exchange, getHeader, hasStatus, type Method } from '../../model/exchange.js';
import { getMember } from '../../model/json.js';
import { findFact } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import { describePlace as describeKind } from '../items/case-client.js';
import type { Creations } from '../items/creations.js';
import { readPathIds } from '../items/item-address.js';
import { usualLagMs } from '../trial/shared-state.js';
import { isLocked, type Removal, removeLocked, unlockLikeOthers } from './find-obstacle.js';
import { type OwnerContext, readOwner } from './ownership.js';
import { readItem, readPresence, readRemoved, uncached } from './read-item.js';

export interface RemovalContext extends OwnerContext {
  readonly addressing?: Pick<Creations, 'of'>;
}

const noDeleteMessage = 'the collection has no DELETE';

/** Removes an item with a known address, including the purge steps of its collection. Never throws. */
export async function removeItem(
  entry: LedgerEntry,
  collection: Collection,
  remover: RemovalContext,
): Promise<Removal> {
  const { meter, purges } = remover;
  const steps = getMember(purges, collection.name) ?? [];
  const hasDelete =
    collection.remove !== undefined || (steps.length === 0 && (await isDeleteAllowed(entry, collection, remover)));
  if (!hasDelete && steps.length === 0) return awaitParentRemoval(entry, collection, meter);
  const removed: Removal = hasDelete ? await deleteItem(entry, collection, remover) : { is: 'gone' };
  // An assumed DELETE may not be there at all.
  const isDoubted = removed.is === 'gone' && removed.isDoubtful && collection.remove?.provenance === 'assumed';
  if (isDoubted && (await readPresence(entry, collection, meter)) === 'shown')
    return { is: 'stays', why: noDeleteMessage };
  if (removed.is !== 'gone' || steps.length === 0) return removed;
  // Each step must succeed, or report that it was done before.
  for (const { method, path, body, headers } of fillPurgeSteps(steps, readPathIds(collection, entry.path ?? ''))) {
    const typed: Readonly<Record<string, string>> = body === undefined ? {} : { 'content-type': 'application/json' };
    const content = body === undefined ? {} : { content: JSON.stringify(body) };
    const order = { method, path, ...content, headers: { ...typed, ...headers } };
    const exchange = await sendConditional(entry, meter, order);
    const removal = classifyRemoval(`${method} ${path}, to purge the item,`, exchange);
    if (removal.why !== undefined) return removal;
  }
  return { is: 'gone' };
}

/** What is known of an item without DELETE: it may go with the item above it, which is removed after it. */
async function awaitParentRemoval(entry: LedgerEntry, collection: Collection, meter: RequestMeter): Promise<Removal> {
  const { parents, read } = collection;
  const isKnown = isRemovedWithParent(collection);
  const isBelow =
    read !== undefined && parents.some(({ place, withChildren }) => place.startsWith('{') && withChildren !== 'refuse');
  if (!isKnown && !isBelow) return { is: 'stays', why: noDeleteMessage };
  const presence = await readPresence(entry, collection, meter);
  entry.wasShown ||= presence === 'shown';
  // An item that no read ever showed may be at another address.
  if (presence === 'absent' && !entry.wasShown && entry.isMade && !isKnown)
    return { is: 'stays', why: `${noDeleteMessage}, and no read showed the item`, mayExist: true };
  if (presence === 'absent') return { is: 'gone', isWithParent: !isKnown };
  const why = isKnown ? `${noDeleteMessage}, and the item above is not removed` : noDeleteMessage;
  return { is: 'later', why, isWithParent: true };
}

/** Whether DELETE of the item above is declared, or was observed, to remove items of this collection, too. */
export const isRemovedWithParent = ({ parents, remove }: Collection): boolean =>
  remove === undefined &&
  parents.some(({ withChildren, removesChildren }) => withChildren === 'cascade' || removesChildren === true);

/** Whether the service allows DELETE of the item although nothing describes it (RFC 9110 §10.2.1). */
async function isDeleteAllowed(entry: LedgerEntry, collection: Collection, { meter, addressing }: RemovalContext) {
  if (findFact(collection, 'remove')?.value === false) return false;
  const state = addressing?.of(collection.name);
  if (state?.isDeleteAllowed) return true;
  for (const method of ['OPTIONS', 'GET'] as const) {
    const { answer } = await readItem(entry, meter, { method });
    const allowed = [getHeader(answer, 'allow'), getHeader(answer, 'access-control-allow-methods')].join(',');
    if (!/\bDELETE\b/i.test(allowed)) continue;
    if (state) state.isDeleteAllowed = true;
    return true;
  }
  return false;
}

/** Maximum wait for an accepted removal before the run goes on, in milliseconds; it is checked again at the end. */
const maxAcceptedMs = 1_000;

async function deleteItem(entry: LedgerEntry, collection: Collection, remover: RemovalContext): Promise<Removal> {
  const { meter } = remover;
  // An item that reads do not show yet may not be removable yet.
  const isVisible = ({ answer }: Exchange) => answer?.status !== 404;
  const known = remover.addressing?.of(collection.name);
  const look = () => readOwner(entry, collection, remover, 'cleanup');
  await unlockLikeOthers(entry, collection, { meter, known, isOwn: async () => (await look()).is === 'ours' });
  const sendDelete = () => sendConditional(entry, meter, { method: 'DELETE' });
  let exchange = await pollUntil(sendDelete, isVisible, collection.consistency.itemMs);
  if (isLocked(exchange)) {
    // What refuses DELETE exists, also where no read shows it yet.
    const ms = Math.max(collection.consistency.itemMs, usualLagMs);
    const isOwn = async () => (await pollUntil(look, ({ is }) => is !== 'gone', ms)).is === 'ours';
    const unlocking = { meter, known, refusal: exchange, isOwn, sendDelete };
    exchange = (await removeLocked(entry, collection, unlocking)) ?? exchange;
  }
  // The caller that created an item may lack the permission to remove it. The default caller may have another item at its address.
  if (entry.as !== undefined && entry.as !== 'full' && hasStatus(exchange, 401, 403, 404)) {
    const other = { ...entry, as: undefined };
    const owner = await readOwner(other, collection, remover, 'cleanup');
    if (owner.is === 'ours') exchange = await sendRemoval(other, meter, { method: 'DELETE' });
  }
  // Where the last one was not complete by then, the next wait would not help, either.
  const waitMs = known && known.polls.removal.waitMs >= maxAcceptedMs ? 0 : maxAcceptedMs;
  const readLater = () => readRemoved(entry, collection, meter, known, waitMs, known?.polls.removal);
  if (hasStatus(exchange, 202) && (await readLater()).isGone) return { is: 'gone' };
  return classifyRemoval('DELETE', exchange);
}

/** Waits before an entity tag is read again, in milliseconds, each once for a removal: reads may lag behind writes. */
const tagWaitsMs = [500, 1_500];

/** Maximum number of times that an entity tag is read again for a conditional DELETE: another client may write at the same time. */
const maxConditionTries = 3;

/** Sends a request; with the current entity tag where the service wants a condition (RFC 6585 §3, RFC 9110 §15.5.13). */
async function sendConditional(entry: LedgerEntry, meter: RequestMeter, order: RemovalRequest): Promise<Exchange> {
  const { method, path = entry.path ?? '', headers } = order;
  const send = (tag?: string) =>
    sendRemoval(entry, meter, tag === undefined ? order : { ...order, headers: { ...headers, 'if-match': tag } });
  const read = () => readItem({ ...entry, path }, meter, uncached);
  const kind = describeKind({ method: method as Method, path });
  let refused = meter.conditional.has(kind) ? readTag(await read()) : undefined;
  let exchange = await send(refused);
  const waits = [...tagWaitsMs];
  for (let i = 0; i < maxConditionTries && hasStatus(exchange, 412, 428); i += 1) {
    let look = await read();
    // Reads may show the tag that was refused, or no item, for a while.
    while (hasStatus(look, 404) || (readTag(look) !== undefined && readTag(look) === refused)) {
      const ms = waits.shift();
      if (ms === undefined) break;
      await pause(ms);
      look = await read();
    }
    const tag = readTag(look);
    if (tag === undefined) break;
    if (exchange.answer?.status === 428) meter.conditional.add(kind);
    exchange = await send(tag);
    refused = tag;
  }
  // Where each response has another entity tag, any state of the item is meant (RFC 9110 §13.1.1).
  return refused !== undefined && exchange.answer?.status === 412 ? send('*') : exchange;
}

const readTag = ({ answer }: Exchange): string | undefined =>
  answer?.status === 200 ? getHeader(answer, 'etag') : undefined;

/** A request that removes an item, to its address unless it has a path. */
type RemovalRequest = Pick<WriteRequest, 'method' | 'content' | 'headers'> & Partial<Pick<WriteRequest, 'path'>>;

/** Maximum number of retries of a throttled removal; each takes from the time of `RetryPolicy.awaitRemoval`. */
const maxTries = 5;

/**
 * Sends a request that removes an item and repeats it after Retry-After, so that a rate limit does not leave items behind. Trials
 * repeat theirs by `RetryPolicy.sendWithRetries`, with other limits. Whichever path a purge step has, it is about the entry.
 */
async function sendRemoval(entry: LedgerEntry, meter: RequestMeter, order: RemovalRequest): Promise<Exchange> {
  const { path = '', as } = entry;
  const record = permitWrite(entry);
  const request = { path, role: 'cleanup', trial: 'cleanup', ...(as && { as }), record, ...order } as const;
  let exchange = await meter.sendUnmetered(request);
  for (let i = 0; i < maxTries && isThrottled(exchange); i += 1) {
    if (!(await meter.retries.awaitRemoval(exchange))) break;
    exchange = await meter.sendUnmetered(request);
  }
  return exchange;
}

function classifyRemoval(what: string, exchange: Exchange): Removal {
  const { answer, silence } = exchange;
  const status = answer?.status;
  const why = `${what} ${status === undefined ? `got no answer (${silence})` : `returned ${status}`}`;
  const tried = isUndecided(exchange) ? 'unknown' : 'refused';
  if (status === undefined && tried === 'refused') return { is: 'later', why, isPassing: true, isUnsent: true };
  if (status === undefined) return { is: 'later', why, isPassing: true, isUnanswered: true, tried };
  if (status === 202) return { is: 'accepted' };
  if (status === 404) return { is: 'gone', isDoubtful: true };
  if (status === 410 || (status >= 200 && status < 300)) return { is: 'gone' };
  const isPassing = passingStatuses.has(status);
  return { is: isPassing || blockedStatuses.has(status) || status >= 500 ? 'later' : 'stays', why, isPassing, tried };
}

/** Statuses of refusals that waiting may end: busy, failed, in conflict, too many requests, locked (RFC 4918 §11.3). */
const passingStatuses = new Set([408, 409, 423, 425, 429, 500, 502, 503, 504]);
/**
 * Statuses of refusals that may end when other items are removed: children, failed conditions, and what services that have no 409 say
 * of a conflict.
 */
const blockedStatuses = new Set([400, 412, 422, 424, 428]);
