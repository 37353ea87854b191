import type { LedgerEntry, LedgerScope } from '../../ledger/entry.js';
import { neverSentPattern } from '../../limits/classify-answer.js';
import { UnsentError } from '../../limits/request-meter.js';
import { type Exchange, hasStatus, type RawExchange } from '../../model/exchange.js';
import { InconclusiveError } from '../../rule/finding.js';

/** Sends a request that may create the item of this entry, and drops the entry when it cannot have. */
export async function sendOwned<E extends Exchange | RawExchange>(
  ledger: LedgerScope,
  entry: LedgerEntry,
  send: () => Promise<E>,
): Promise<E> {
  try {
    const exchange = await send();
    // The response to a creation may be a redirect (RFC 9110 §15.4.4) that does not say what was created.
    if (hasStatus(exchange, 3)) ledger.markUncertain(entry);
    if (hasStatus(exchange, 2)) entry.isMade = true;
    else if (exchange.answer !== undefined && isRefused(exchange, entry))
      ledger.recordRefused(entry, hasStatus(exchange, 5, 408));
    else if (isRefused(exchange, entry)) ledger.recordGone(entry);
    return exchange;
  } catch (error) {
    // The request was never sent or was refused; after a missing response, it may have arrived.
    if (error instanceof UnsentError || (error instanceof InconclusiveError && isNotSent(error)))
      ledger.recordGone(entry);
    throw error;
  }
}

const isNotSent = ({ reason, why }: InconclusiveError): boolean =>
  reason === 'budget' || reason === 'refused' || neverSentPattern.test(why);

/**
 * After a redirect or a missing response the item may exist; also after a server error, but without a marker it could
 * not be found.
 */
function isRefused(exchange: Exchange | RawExchange, { isUnmarked }: LedgerEntry): boolean {
  if (exchange.answer === undefined) return neverSentPattern.test(exchange.silence ?? '');
  return !hasStatus(exchange, 3, 5) || (isUnmarked === true && hasStatus(exchange, 5));
}
