import type { LedgerEntry, LedgerScope } from '../../ledger/entry.js';
import { neverSentPattern } from '../../limits/classify-answer.js';
import { UnsentError } from '../../limits/request-meter.js';
import { type Exchange, hasStatus, type RawExchange } from '../../model/exchange.js';
import { InconclusiveError } from '../../rule/finding.js';

/** Sends what may make the thing of this entry, and takes the entry back where nothing can have come of it. */
export async function sendOwned<E extends Exchange | RawExchange>(
  ledger: LedgerScope,
  entry: LedgerEntry,
  send: () => Promise<E>,
): Promise<E> {
  try {
    const exchange = await send();
    // A creation may be answered by leading elsewhere (RFC 9110 §15.4.4), without a word on what was made.
    if (hasStatus(exchange, 3)) ledger.markUncertain(entry);
    if (hasStatus(exchange, 2)) entry.isMade = true;
    else if (isRefused(exchange, entry)) ledger.recordGone(entry);
    return exchange;
  } catch (error) {
    // It never left, or was turned away at the door; after silence, it may well have arrived.
    if (error instanceof UnsentError || (error instanceof InconclusiveError && isNotSent(error)))
      ledger.recordGone(entry);
    throw error;
  }
}

const isNotSent = ({ reason, why }: InconclusiveError): boolean =>
  reason === 'budget' || reason === 'refused' || neverSentPattern.test(why);

/** Who leads elsewhere or says nothing may have done it all the same; so may who breaks down, but of what carries no mark nobody could tell. */
function isRefused(exchange: Exchange | RawExchange, { isUnmarked }: LedgerEntry): boolean {
  if (exchange.answer === undefined) return neverSentPattern.test(exchange.silence ?? '');
  return !hasStatus(exchange, 3, 5) || (isUnmarked === true && hasStatus(exchange, 5));
}
