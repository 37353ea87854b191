import type { LedgerScope } from '../../ledger/entry.js';
import { clock } from '../../model/clock.js';
import type { Collection } from '../../model/service/subject.js';
import type { Item, Items } from '../../rule/items.js';
import { pollUntil } from '../tools/walk-list.js';

/** Maximum wait for a created item to appear in its list, in milliseconds. */
const maxLagMs = 3_000;
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
  const { sentAt } = ledger.listEntries().find(({ path }) => path === item.path) ?? {};
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
