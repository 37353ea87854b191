import { answered, Doubt, type Exchange } from '../rule/index.js';
import type { Entry, Ledger } from './ledger.js';

/** Sends what may make the thing of this entry, and takes the entry back where nothing can have come of it. */
export async function sendOwned(ledger: Ledger, entry: Entry, send: () => Promise<Exchange>): Promise<Exchange> {
  try {
    const exchange = await send();
    // A creation may be answered by leading elsewhere (RFC 9110 §15.4.4), without a word on what was made.
    if (answered(exchange, 3)) ledger.doubt(entry.collection);
    if (!answered(exchange, 2)) ledger.gone(entry);
    return exchange;
  } catch (error) {
    // It never left, or was turned away at the door; after silence, it may well have arrived.
    if (error instanceof Doubt && (error.reason === 'budget' || error.reason === 'refused')) ledger.gone(entry);
    throw error;
  }
}
