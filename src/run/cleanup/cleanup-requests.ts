import type { LedgerEntry } from '../../ledger/entry.js';
import { permitWrite } from '../../ledger/permit-write.js';
import { isThrottled } from '../../limits/classify-answer.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import { pause } from '../../model/clock.js';
import { type Exchange, getHeader, hasStatus } from '../../model/exchange.js';
import { describePlace } from '../writes/conditional-client.js';

/** Sends DELETE with the current entity tag where the service wants a condition. */
export async function sendCurrentDelete(entry: LedgerEntry, meter: RequestMeter): Promise<Exchange> {
  const place = describePlace({ method: 'DELETE', path: entry.path ?? '' });
  const known = meter.conditional.has(place) ? (await readEntityTag(entry, meter)).tag : undefined;
  let exchange = await sendDelete(entry, meter, known === undefined ? {} : { 'if-match': known });
  let refused = known;
  const waits = [...tagWaitsMs];
  for (let i = 0; i < maxConditionTries && isConditional(exchange); i += 1) {
    const tag = await readOtherTag(entry, meter, refused, waits);
    if (tag === undefined) break;
    if (exchange.answer?.status === 428) meter.conditional.add(place);
    exchange = await sendDelete(entry, meter, { 'if-match': tag });
    refused = tag;
  }
  // Where each response has another entity tag, any state of the item is meant (RFC 9110 §13.1.1).
  const isHopeless = refused !== undefined && exchange.answer?.status === 412;
  return isHopeless ? sendDelete(entry, meter, { 'if-match': '*' }) : exchange;
}

/** Waits before an entity tag is read again, in milliseconds, each once for a removal: reads may lag behind writes. */
const tagWaitsMs = [500, 1_500];

/** Reads the entity tag of an item again while it is the one that was refused, or while the item is not shown yet. */
async function readOtherTag(entry: LedgerEntry, meter: RequestMeter, refused: string | undefined, waits: number[]) {
  for (;;) {
    const { tag, isAbsent } = await readEntityTag(entry, meter);
    const isNew = !isAbsent && (tag === undefined || tag !== refused);
    const ms = isNew ? undefined : waits.shift();
    if (ms === undefined) return tag;
    await pause(ms);
  }
}

/**
 * Maximum number of times that an entity tag is read again for a conditional DELETE: another client may write at the
 * same time.
 */
const maxConditionTries = 3;

/** 428 requires a condition, 412 reports that it failed (RFC 6585 §3, RFC 9110 §15.5.13). */
const isConditional = ({ answer }: Exchange): boolean => answer?.status === 412 || answer?.status === 428;

async function readEntityTag(entry: LedgerEntry, meter: RequestMeter) {
  const read = await meter.sendUnmetered({
    ...buildCleanupRead(entry),
    headers: { 'cache-control': 'no-cache' },
  });
  const tag = read.answer?.status === 200 ? getHeader(read.answer, 'etag') : undefined;
  return { tag, isAbsent: hasStatus(read, 404) };
}

/** Sends one DELETE, within the limit of the service. */
export const sendDelete = (
  entry: LedgerEntry,
  meter: RequestMeter,
  headers?: Readonly<Record<string, string>>,
): Promise<Exchange> =>
  sendWithinLimit(meter, () =>
    meter.sendUnmetered({ ...buildCleanupRequest(entry, 'DELETE'), ...(headers && { headers }) }),
  );

/** The read of an item in the cleanup. */
export const buildCleanupRead = ({ path = '', as }: Pick<LedgerEntry, 'path' | 'as'>) =>
  ({ method: 'GET', path, role: 'cleanup', trial: 'cleanup', ...(as && { as }) }) as const;

/** Requests that remove an item are about its own entry, whichever path a purge step has. */
export const buildCleanupRequest = (entry: LedgerEntry, method: string, path = entry.path ?? '') =>
  ({ ...buildCleanupRead(entry), method, path, record: permitWrite(entry) }) as const;

/** Maximum number of retries of a throttled removal; each takes from the time of `RetryPolicy.awaitRemoval`. */
const maxTries = 5;

/**
 * Sends a request and repeats it after Retry-After, so that a rate limit does not leave items behind. Trials repeat theirs by
 * `RetryPolicy.sendWithRetries`, with other limits.
 */
export async function sendWithinLimit(meter: RequestMeter, send: () => Promise<Exchange>): Promise<Exchange> {
  let exchange = await send();
  for (let i = 0; i < maxTries && isThrottled(exchange); i += 1) {
    if (!(await meter.retries.awaitRemoval(exchange))) break;
    exchange = await send();
  }
  return exchange;
}
