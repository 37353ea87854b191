import type { Collection } from '../rule/index.js';
import type { Entry, Ledger } from './ledger.js';
import type { Meter } from './meter.js';

/** Something that was made and still stands. */
export interface Leftover {
  readonly path: string;
  readonly why: string;
}

/** Removes what stands in the ledger, newest first, and says what stayed. Never throws. */
export async function cleanUp(
  ledger: Ledger,
  meter: Meter,
  collections: readonly Collection[],
  mayDelete: boolean,
): Promise<Leftover[]> {
  const leftovers: Leftover[] = [];
  for (const entry of ledger.standing()) {
    const why = await remove(entry, meter, collections, mayDelete);
    if (why === undefined) ledger.gone(entry);
    else leftovers.push({ path: entry.path ?? `${entry.collection} (marked ${entry.mark})`, why });
  }
  return leftovers;
}

async function remove(
  entry: Entry,
  meter: Meter,
  collections: readonly Collection[],
  mayDelete: boolean,
): Promise<string | undefined> {
  const collection = collections.find(({ name }) => name === entry.collection);
  if (entry.path === undefined) return 'its address never became known';
  if (!mayDelete) return 'the run may not delete';
  if (!collection?.remove) return 'the collection has no DELETE';
  const exchange = await meter.sendUnmetered({ method: 'DELETE', path: entry.path, role: 'cleanup', trial: 'cleanup' });
  const status = exchange.answer?.status;
  const isGone = status !== undefined && ((status >= 200 && status < 300) || status === 404 || status === 410);
  return isGone ? undefined : `DELETE was answered ${status ?? `by silence (${exchange.silence})`}`;
}
