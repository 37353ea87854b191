import { type Exchange, hasStatus, isPending } from '../../model/exchange.js';
import { assume } from '../finding.js';
import type { Item } from '../items.js';

/**
 * Sends GET to a created item within the declared read lag. Throws {@link InconclusiveError} when it is not there,
 * because an experiment needs it.
 */
export async function readBack(item: Item): Promise<Exchange> {
  assume(!isPending(item.createdBy), 'setup', 'the creation was answered with 202, so the item need not exist yet');
  const read = await item.getUntil((exchange) => hasStatus(exchange, 200));
  const { status } = read.answer ?? {};
  assume(hasStatus(read, 200), 'setup', `the created item could not be read: GET returned ${status}`);
  return read;
}

/** Usual read lag of services that do not declare one, in milliseconds. */
export const typicalReadLagMs = 2_500;
