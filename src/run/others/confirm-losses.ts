import { pause } from '../../model/clock.js';
import { type ComparedList, type CompareListsOptions, compareLists, hasChangedMeanwhile } from './compare-lists.js';
import type { CompareOptions } from './find-losses.js';

/** Wait before an item counts as gone, and in which nothing is written to see whether others go on, in milliseconds. */
const settleMs = 500;
const quietMs = 2_000;

/**
 * Reads the lists again after any lag, and once more after a time without writes: a list in which something goes on then is one that
 * others change. Returns what is lost in both of the first readings.
 */
export async function confirmLosses(
  suspected: readonly ComparedList[],
  options: CompareListsOptions & { readonly isLast?: boolean },
  sentTexts: CompareOptions['sentTexts'],
): Promise<readonly ComparedList[]> {
  const read = (lists: readonly ComparedList[]) =>
    compareLists(
      lists.map(({ list }) => list),
      options,
      { isLast: options.isLast === true, sentTexts },
    );
  await pause(Math.max(settleMs, ...suspected.map(({ list }) => list.before.collection.consistency.listMs)));
  const again = await read(suspected);
  const lasting = again.flatMap(({ list, losses, now }): ComparedList[] => {
    const first = suspected.find((one) => one.list === list)?.losses ?? [];
    const both = losses.filter((loss) => first.some(({ key, is }) => key === loss.key && is === loss.is));
    return both.length === 0 ? [] : [{ list, losses: both, now }];
  });
  if (lasting.length === 0) return [];
  await pause(quietMs);
  const later = await read(lasting);
  for (const one of lasting) {
    const now = later.find(({ list }) => list === one.list);
    if (now !== undefined && hasChangedMeanwhile(one, now, options)) one.list.isActive = true;
  }
  return lasting;
}
