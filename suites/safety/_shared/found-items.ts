import { assume, type Collection, compare, type Finding, type Item, inconclusive } from '#rule';

/** Collections in which an item of others disappeared after HEAD; every audit has its own collections. */
const collectionsWithLoss = new WeakSet<Collection>();

const loss =
  'an item that this run did not create seems to be removed by HEAD; run with --permit writes to check it on a created item';

/** Remembers that a found item is gone after HEAD, so that no rule sends HEAD to another one. */
export function recordLoss(item: Item, collection: Collection): void {
  if (compare.isFound(item)) collectionsWithLoss.add(collection);
}

/** Ends the case before HEAD could remove a second item that this run did not create. Throws InconclusiveError. */
export function assumeNoLoss(item: Item, collection: Collection, cause: 'noise' | 'assumption' = 'assumption'): void {
  const fallen = cause === 'noise' ? cause : ('assumption:safety/head-does-not-change-the-item' as const);
  assume(!compare.isFound(item) || !collectionsWithLoss.has(collection), fallen, loss);
}

/** The finding in place of a violation where the item belongs to others, who may change or remove it at any time. */
export const judgeUnproven = (isGone: boolean): Finding =>
  inconclusive(
    'noise',
    isGone
      ? loss
      : 'an item that others may change has changed during the check; with --permit writes an item is created for the check',
  );
