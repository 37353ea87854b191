import type { LedgerScope } from '../../ledger/scope.js';
import { clock, pause, pollUntil } from '../../model/clock.js';
import { hasStatus } from '../../model/exchange.js';
import type { Collection } from '../../model/service/subject.js';
import type { Item, Items } from '../../rule/items.js';

/** Maximum wait for a created item to become readable, or to appear in its list, in milliseconds. */
const maxLagMs = 3_000;
/**
 * Time without a stale read after which an item counts as readable for good, in milliseconds: replicas may answer in
 * turn.
 */
const quietMs = 700;
/** Number of items to measure: each may have its own lag. */
const sampleSize = 4;

/** Measures the read lag of a collection on a few created items, if a created item is not readable at once. */
export async function measureReadLag(collection: Collection, make: () => Promise<Item | undefined>, notes: string[]) {
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
    `${name}: a created item is not readable at once: GET ${first.path} returned 404 (exchange ${first.n}), then 200. Reads wait up to ${itemMs} ms after writes. To set this time: consistency.readAfterWriteMs`,
  );
  return { ...collection, consistency: { ...consistency, itemMs, listMs: Math.max(consistency.listMs, maxLagMs) } };
}

/** Measures the time until every read shows the item, in milliseconds; undefined when it never appears. */
async function measureItemLag(item: Item): Promise<number | undefined> {
  const begun = clock.now();
  const elapsed = () => clock.now() - begun;
  let staleAt = 0;
  let isShown = false;
  const isRead = async () => hasStatus(await item.get(), 200);
  for (let wait = 30; elapsed() < staleAt + quietMs && elapsed() < maxLagMs + quietMs; wait *= 2) {
    // Twice, so that replicas that answer in turn are both asked.
    isShown = (await isRead()) && (await isRead());
    if (!isShown) staleAt = elapsed();
    await pause(Math.min(wait, quietMs / 2));
  }
  return isShown ? Math.max(1, staleAt) : undefined;
}

/** Maximum number of pages that are read to find it. */
const maxPages = 3;

/**
 * Finds out after which time the list shows a created item: that it does not show an item proves that there is none only
 * where it shows new items. A list that is too long to be read, or shows no ids, leaves that open.
 */
export async function measureListLag(
  collection: Collection,
  item: Item,
  items: Pick<Items, 'walk' | 'readId'>,
  ledger: LedgerScope,
): Promise<Collection> {
  const { sentAt } = ledger.find(item.path) ?? {};
  if (collection.list === undefined || sentAt === undefined) return collection;
  const isShown = (entries: readonly unknown[]) => entries.some((entry) => items.readId(entry as never) === item.id);
  const look = async () => {
    const { entries, ended } = await items.walk({ maxPages, isEnough: isShown });
    const areNamed = entries.length === 0 || entries.some((entry) => items.readId(entry) !== undefined);
    return { isShown: isShown(entries), isWhole: ended === 'end' && areNamed, at: clock.now() };
  };
  const last = await pollUntil(look, (seen) => seen.isShown || !seen.isWhole, maxLagMs);
  if (!last.isShown && !last.isWhole) return collection;
  return { ...collection, listedAfterMs: last.isShown ? Math.ceil(last.at - sentAt) : 'never' };
}
