import type { Exchange } from '../http/index.js';
import type { Collection } from '../rule/index.js';
import type { Addressing } from './addressing.js';
import type { Entry, Ledger } from './ledger.js';
import { until } from './listing.js';
import type { Meter } from './meter.js';

/** What cleaning up needs to know. */
export interface Cleaning {
  readonly meter: Meter;
  readonly collections: readonly Collection[];
  readonly mayDelete: boolean;
  /** Whether the profile wants things removed at all. */
  readonly cleanup: boolean;
  readonly addressing?: Pick<Addressing, 'stays'>;
}

/** Removes what stands in a page of the ledger, newest first; what cannot be removed stays in the book's leftovers. Never throws. */
export async function cleanUp(ledger: Ledger, cleaning: Cleaning): Promise<void> {
  for (const entry of ledger.standing()) {
    const collection = cleaning.collections.find(({ name }) => name === entry.collection);
    const why = await remove(entry, collection, cleaning, () => ledger.doubt(entry.collection));
    if (entry.path === undefined) ledger.doubt(entry.collection);
    if (why === undefined) ledger.gone(entry);
    else {
      ledger.stays(entry, entry.path ?? `${collection?.path ?? ''} (marked ${entry.mark})`, why);
      cleaning.addressing?.stays(entry.collection);
    }
  }
}

async function remove(
  entry: Entry,
  collection: Collection | undefined,
  { meter, mayDelete, cleanup }: Cleaning,
  doubt: () => void,
): Promise<string | undefined> {
  if (entry.path === undefined) return 'its address never became known';
  if (!cleanup) return 'cleaning up is switched off';
  if (!mayDelete) return 'the run may not delete';
  if (!collection?.remove) return 'the collection has no DELETE';
  // What reads do not show yet cannot be removed yet.
  const isVisible = ({ answer }: Exchange) => answer?.status !== 404;
  const exchange = await until(() => removal(entry, meter), isVisible, collection.consistency.itemMs);
  const status = exchange.answer?.status;
  // It may not be visible yet, and what was accepted may never be done.
  if (status === 404 || status === 202) doubt();
  const isGone = status !== undefined && ((status >= 200 && status < 300) || status === 404 || status === 410);
  return isGone ? undefined : `DELETE was answered ${status ?? `by silence (${exchange.silence})`}`;
}

/** How often a throttled removal is tried again. */
const tries = 5;

/** DELETE, again after a while where the service asks for it: what was made must not stay because there was much of it. */
async function removal({ path = '', as }: Entry, meter: Meter): Promise<Exchange> {
  const ask = () =>
    meter.sendUnmetered({ method: 'DELETE', path, role: 'cleanup', trial: 'cleanup', ...(as && { as }) });
  let exchange = await ask();
  for (let i = 0; i < tries && exchange.answer?.status === 429; i += 1) {
    if (!(await meter.patience.beforeRemoval(exchange))) break;
    exchange = await ask();
  }
  return exchange;
}
