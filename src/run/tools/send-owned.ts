import type { Entry, Ledger } from '../../ledger/entry.js';
import { neverLeft } from '../../limits/classify-answer.js';
import { Unsent } from '../../limits/request-meter.js';
import { answered, type Exchange, type RawExchange } from '../../model/exchange.js';
import { Doubt } from '../../rule/finding.js';

/** Sends what may make the thing of this entry, and takes the entry back where nothing can have come of it. */
export async function sendOwned<E extends Exchange | RawExchange>(
  ledger: Ledger,
  entry: Entry,
  send: () => Promise<E>,
): Promise<E> {
  try {
    const exchange = await send();
    // A creation may be answered by leading elsewhere (RFC 9110 §15.4.4), without a word on what was made.
    if (answered(exchange, 3)) ledger.doubt(entry);
    if (answered(exchange, 2)) entry.isMade = true;
    else if (isRefused(exchange, entry)) ledger.gone(entry);
    return exchange;
  } catch (error) {
    // It never left, or was turned away at the door; after silence, it may well have arrived.
    if (error instanceof Unsent || (error instanceof Doubt && isTurnedAway(error))) ledger.gone(entry);
    throw error;
  }
}

const isTurnedAway = ({ reason, why }: Doubt): boolean =>
  reason === 'budget' || reason === 'refused' || neverLeft.test(why);

/** Who leads elsewhere or says nothing may have done it all the same; so may who breaks down, but of what carries no mark nobody could tell. */
function isRefused(exchange: Exchange | RawExchange, { isUnmarked }: Entry): boolean {
  if (exchange.answer === undefined) return neverLeft.test(exchange.silence ?? '');
  return !answered(exchange, 3, 5) || (isUnmarked === true && answered(exchange, 5));
}
