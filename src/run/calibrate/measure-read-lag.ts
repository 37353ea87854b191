import { clock, pause } from '../../model/clock.js';
import { hasStatus } from '../../model/exchange.js';
import type { Collection } from '../../model/service/subject.js';
import type { Item } from '../../rule/items.js';

/** How long it is waited for what was made to be shown, in milliseconds. */
const maxLagMs = 3_000;
/** So long nothing old may be shown, before what was made counts as shown for good: replicas answer by turns. */
const quietMs = 700;
/** Things whose lags are measured: each may have one of its own. */
const sampleSize = 4;

/** A collection whose reads may lag behind its writes, where what was just made is not shown at once; measured on a few things. */
export async function measureReadLag(
  collection: Collection,
  make: () => Promise<Item | undefined>,
  notes: string[],
): Promise<Collection> {
  const { name, read, consistency } = collection;
  const item = read && (await make());
  if (!item) return collection;
  const first = await item.get();
  if (!hasStatus(first, 404)) return collection;
  const others = await Promise.all(Array.from({ length: sampleSize - 1 }, make));
  const lags = await Promise.all([item, ...others].map((one) => one && measureItemLag(one)));
  const most = Math.max(0, ...lags.map((lag) => lag ?? 0));
  if (most === 0) return collection;
  const itemMs = Math.max(consistency.itemMs, Math.min(maxLagMs, Math.ceil(most * 2) + 100));
  notes.push(
    `${name}: what was made is shown after a while only: GET ${first.path} was answered 404 (exchange ${first.n}), then 200; reads are given ${itemMs} ms after writes, as consistency.readAfterWriteMs would say`,
  );
  return { ...collection, consistency: { itemMs, listMs: Math.max(consistency.listMs, maxLagMs) } };
}

/** Milliseconds until it was shown whenever it was asked for; undefined where it is never shown. */
async function measureItemLag(item: Item): Promise<number | undefined> {
  const begun = clock.now();
  const elapsed = () => clock.now() - begun;
  let staleAt = 0;
  let isShown = false;
  while (elapsed() < staleAt + quietMs && elapsed() < maxLagMs + quietMs) {
    // Two at once, so that replicas which take turns are both asked.
    const both = await Promise.all([item.get(), item.get()]);
    isShown = both.every((read) => hasStatus(read, 200));
    if (!isShown) staleAt = elapsed();
    await pause(30);
  }
  return isShown ? Math.max(1, staleAt) : undefined;
}
