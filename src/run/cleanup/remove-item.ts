import type { LedgerEntry } from '../../ledger/entry.js';
import { fillPurgeSteps, type PurgeStep, type Purges } from '../../ledger/purge-steps.js';
import { neverSentPattern } from '../../limits/classify-answer.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import { pollUntil } from '../../model/clock.js';
import { type Exchange, getHeader, hasStatus } from '../../model/exchange.js';
import { getMember } from '../../model/json.js';
import { findFact } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import type { Creations } from '../items/creations.js';
import { readPathIds } from '../items/item-address.js';
import {
  buildCleanupRead,
  buildCleanupRequest,
  sendCurrentDelete,
  sendDelete,
  sendWithinLimit,
} from './cleanup-requests.js';
import { isMissingAnswer } from './presence/missing-answer.js';
import { unlockItem } from './unlock-item.js';

/** Result of an attempt to remove one item. */
export type Removal =
  | {
      readonly is: 'gone';
      readonly isDoubtful?: boolean;
      /** Whether it went with the item above it, so that it is not known whether others would. */
      readonly isWithParent?: boolean;
    }
  /** The service accepted the removal and has not completed it yet. */
  | { readonly is: 'accepted' }
  /** The item cannot be removed now; a later attempt may succeed. */
  | {
      readonly is: 'later';
      readonly why: string;
      readonly isPassing: boolean;
      readonly isUnsent?: boolean;
      /** Whether the service may have removed it, because it received the request and did not answer. */
      readonly isUnanswered?: boolean;
      /** Whether it goes with the item above it. */
      readonly isWithParent?: boolean;
    }
  | { readonly is: 'stays'; readonly why: string; readonly isForeign?: boolean; readonly mayExist?: true }
  /** The service lost it when it stopped. */
  | { readonly is: 'lost' };

export interface RemovalContext {
  readonly meter: RequestMeter;
  readonly purges?: Purges | undefined;
  readonly addressing?: Pick<Creations, 'of'>;
}

/** Removes an item with a known address, including the purge steps of its collection. Never throws. */
export async function removeItem(
  entry: LedgerEntry,
  collection: Collection,
  remover: RemovalContext,
): Promise<Removal> {
  const steps = getMember(remover.purges, collection.name) ?? [];
  const hasDelete =
    collection.remove !== undefined || (steps.length === 0 && (await isDeleteAllowed(entry, collection, remover)));
  if (!hasDelete && steps.length === 0) return awaitParentRemoval(entry, collection, remover.meter);
  const removed = hasDelete ? await deleteItem(entry, collection, remover) : ({ is: 'gone' } as const);
  if (removed.is !== 'gone' || steps.length === 0) return removed;
  return runPurgeSteps(entry, fillPurgeSteps(steps, readPathIds(collection, entry.path ?? '')), remover);
}

/** What is known of an item without DELETE: it may go with the item above it, which is removed after it. */
async function awaitParentRemoval(entry: LedgerEntry, collection: Collection, meter: RequestMeter): Promise<Removal> {
  const isKnown = isRemovedWithParent(collection);
  if (!isKnown && !isBelowItem(collection)) return { is: 'stays', why: noDeleteMessage };
  if (await isAbsent(entry, collection, meter)) return { is: 'gone', isWithParent: !isKnown };
  return isKnown ? withParent : { ...withParent, why: noDeleteMessage };
}

const noDeleteMessage = 'the collection has no DELETE';

const withParent = {
  is: 'later',
  why: `${noDeleteMessage}, and the item above is not removed`,
  isPassing: false,
  isWithParent: true,
} as const satisfies Removal;

/** Whether DELETE of the item above is declared, or was observed, to remove items of this collection, too. */
export const isRemovedWithParent = ({ parents, remove }: Collection): boolean =>
  remove === undefined &&
  parents.some(({ withChildren, removesChildren }) => withChildren === 'cascade' || removesChildren === true);

/** Whether items are read below an item whose removal may take them with it. */
const isBelowItem = ({ parents, read }: Collection): boolean =>
  read !== undefined && parents.some(({ place, withChildren }) => place.startsWith('{') && withChildren !== 'refuse');

/** Whether the service allows DELETE of the item although nothing describes it (RFC 9110 §10.2.1). */
async function isDeleteAllowed(
  entry: LedgerEntry,
  collection: Collection,
  { meter, addressing }: RemovalContext,
): Promise<boolean> {
  const fact = findFact(collection, 'remove');
  if (fact?.value === false) return false;
  const state = addressing?.of(collection.name);
  if (state?.isDeleteAllowed) return true;
  const isAllowed =
    namesDelete(await meter.sendUnmetered({ ...buildCleanupRead(entry), method: 'OPTIONS' })) ||
    namesDelete(await meter.sendUnmetered(buildCleanupRead(entry)));
  if (isAllowed && state) state.isDeleteAllowed = true;
  return isAllowed;
}

async function deleteItem(entry: LedgerEntry, collection: Collection, { meter }: RemovalContext): Promise<Removal> {
  // An item that reads do not show yet may not be removable yet.
  const isVisible = ({ answer }: Exchange) => answer?.status !== 404;
  let exchange = await pollUntil(() => sendCurrentDelete(entry, meter), isVisible, collection.consistency.itemMs);
  if (hasStatus(exchange, 409, 422, 423) && (await unlockItem(entry, collection, meter)))
    exchange = await sendCurrentDelete(entry, meter);
  // The caller that created an item may lack the permission to remove it.
  const isBarred = hasStatus(exchange, 401, 403, 404);
  if (entry.as !== undefined && entry.as !== 'full' && isBarred)
    exchange = await sendDelete({ ...entry, as: undefined }, meter);
  const isSoonAbsent = () => pollUntil(() => isAbsent(entry, collection, meter), Boolean, maxAcceptedMs);
  if (exchange.answer?.status === 202 && (await isSoonAbsent())) return { is: 'gone' };
  return classifyRemoval('DELETE', exchange);
}

/** Maximum wait for an accepted removal before the run goes on, in milliseconds; it is checked again at the end. */
const maxAcceptedMs = 1_000;

/** Minimum time in which reads may still show a removed item, in milliseconds. */
export const goneWindowMs = 500;

/** Whether GET shows that an item is gone. */
export async function isAbsent(entry: Pick<LedgerEntry, 'path' | 'as'>, collection: Collection, meter: RequestMeter) {
  return (await readPresence(entry, collection, meter)) === 'absent';
}

/** Whether GET shows that an item exists, or that it is gone; unknown when it is not answered or refused. */
export async function readPresence(
  entry: Pick<LedgerEntry, 'path' | 'as'>,
  collection: Collection,
  meter: RequestMeter,
): Promise<'shown' | 'absent' | 'unknown'> {
  if (!collection.read) return 'unknown';
  const exchange = await meter.sendUnmetered({
    ...buildCleanupRead(entry),
    headers: { 'cache-control': 'no-cache' },
  });
  if (hasStatus(exchange, 404, 410)) return 'absent';
  if (!hasStatus(exchange, 2)) return 'unknown';
  return (await isMissingAnswer(exchange, collection, meter)) ? 'absent' : 'shown';
}

/** Runs the purge steps in order; each must succeed, or report that it was done before. */
async function runPurgeSteps(
  entry: LedgerEntry,
  steps: readonly PurgeStep[],
  { meter }: RemovalContext,
): Promise<Removal> {
  for (const { method, path, body, headers } of steps) {
    const content = body === undefined ? {} : { content: JSON.stringify(body) };
    const typed: Readonly<Record<string, string>> = body === undefined ? {} : { 'content-type': 'application/json' };
    const exchange = await sendWithinLimit(meter, () =>
      meter.sendUnmetered({
        ...buildCleanupRequest(entry, method, path),
        ...content,
        headers: { ...typed, ...headers },
      }),
    );
    const removal = classifyRemoval(`${method} ${path}, to purge the item,`, exchange);
    if (removal.is === 'later' || removal.is === 'stays') return removal;
  }
  return { is: 'gone' };
}

function classifyRemoval(what: string, { answer, silence }: Exchange): Removal {
  const status = answer?.status;
  const why = `${what} ${status === undefined ? `got no answer (${silence})` : `returned ${status}`}`;
  const isUnsent = neverSentPattern.test(silence ?? '');
  if (status === undefined) return { is: 'later', why, isPassing: true, isUnsent, isUnanswered: !isUnsent };
  if (status === 202) return { is: 'accepted' };
  if (status === 404) return { is: 'gone', isDoubtful: true };
  if (status === 410 || (status >= 200 && status < 300)) return { is: 'gone' };
  if (passingStatuses.has(status)) return { is: 'later', why, isPassing: true };
  return blockedStatuses.has(status) || status >= 500 ? { is: 'later', why, isPassing: false } : { is: 'stays', why };
}

/** Statuses of refusals that waiting may end: busy, failed, in conflict, too many requests, locked (RFC 4918 §11.3). */
const passingStatuses = new Set([408, 409, 423, 425, 429, 500, 502, 503, 504]);
/** Statuses of refusals that may end when other items are removed: children, failed conditions. */
const blockedStatuses = new Set([412, 424, 428]);

/** Whether a response about an item says that DELETE of the item is supported (RFC 9110 §10.2.1). */
const namesDelete = (exchange: Exchange | undefined): boolean =>
  /\bDELETE\b/i.test(
    [getHeader(exchange?.answer, 'allow'), getHeader(exchange?.answer, 'access-control-allow-methods')].join(','),
  );
