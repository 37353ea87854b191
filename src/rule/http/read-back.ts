import { type Exchange, hasStatus, isPending } from '../../model/exchange.js';
import { assume } from '../finding.js';
import type { Item } from '../items.js';

/** GET of what was made, within the window that reads may lag behind. It must be there for an experiment to begin: throws a Doubt where it is not. */
export async function readBack(item: Item): Promise<Exchange> {
  assume(!isPending(item.createdBy), 'setup', 'creation was answered 202, so nothing need be there yet');
  const read = await item.getUntil((exchange) => hasStatus(exchange, 200));
  const { status } = read.answer ?? {};
  assume(hasStatus(read, 200), 'setup', `what was made could not be read: GET was answered ${status}`);
  return read;
}
