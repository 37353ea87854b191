import { answered, type Collection, type Item } from '../../rule/index.js';
import { until } from '../listing.js';

/** How long it is waited for what was made to be shown, in milliseconds. */
const patienceMs = 3_000;

/** A collection whose reads may lag behind its writes, where what was made is shown after a while only. */
export async function withLag(collection: Collection, item: Item | undefined, notes: string[]): Promise<Collection> {
  const { name, read, consistency } = collection;
  if (!read || !item) return collection;
  const first = await item.getUntil((exchange) => answered(exchange, 200));
  if (!answered(first, 404)) return collection;
  const later = await until(
    () => item.get(),
    (exchange) => answered(exchange, 200),
    patienceMs,
  );
  if (!answered(later, 200)) return collection;
  notes.push(
    `${name}: what was made is shown after a while only: GET ${first.path} was answered 404 (exchange ${first.n}), then 200 (exchange ${later.n}); reads are waited for, as consistency.readAfterWriteMs would say`,
  );
  const { itemMs, listMs } = consistency;
  return { ...collection, consistency: { itemMs: Math.max(itemMs, patienceMs), listMs: Math.max(listMs, patienceMs) } };
}
