import type { RunLedger } from '../../../ledger/open-ledger.js';
import type { UsedPlace } from '../../../ledger/places.js';
import { clock, pause } from '../../../model/clock.js';
import { isListDelayed } from '../../../model/service/list-lag.js';
import type { RunContext } from '../../run-context.js';
import { findListedCollection, type SearchContext } from '../search-list.js';

/** Time after which a list shows what was stored, and a slow service has stored it, in milliseconds. */
const lateItemMs = 3_000;
/** The same for refused creations where lists show new items at once. A shorter wait is not worth a control. */
const promptItemMs = 500;

/**
 * Waits until a search of the lists can find what refused creations, and those without a known outcome, stored. The wait is
 * short for a list that was never late and that shows two new items at once: what a refused creation stored before its response would be in it.
 */
export async function awaitLateItems(
  places: readonly UsedPlace[],
  runLedger: RunLedger,
  looking: SearchContext & Partial<Pick<RunContext, 'readDelays'>>,
): Promise<void> {
  const unknown = [...runLedger.waiting().keys()].filter(({ path }) => path === undefined);
  const times = [...unknown.flatMap(({ sentAt }) => sentAt ?? []), ...places.map(({ lastFailedAt }) => lastFailedAt)];
  const certain = Math.max(0, ...times.map((time) => computeWaitMs(time, lateItemMs)));
  const refused = places.filter(
    ({ lastRefusedAt }) => computeWaitMs(lastRefusedAt, lateItemMs) > Math.max(certain, promptItemMs),
  );
  let waitMs = certain;
  for (const place of refused) {
    const isPrompt = await showsItemsAtOnce(place, looking);
    waitMs = Math.max(waitMs, computeWaitMs(place.lastRefusedAt, isPrompt ? promptItemMs : lateItemMs));
  }
  if (waitMs > 0) await pause(waitMs);
}

const computeWaitMs = (time: number, ms: number): number => Math.max(0, time + ms - clock.now());

async function showsItemsAtOnce(
  place: UsedPlace,
  { collections, showsNewItem, readDelays }: Parameters<typeof awaitLateItems>[2],
): Promise<boolean> {
  const collection = findListedCollection(place, collections);
  if (collection === undefined || showsNewItem === undefined || readDelays === undefined) return false;
  const { listedAfterMs = 0 } = collection;
  const wasLate = listedAfterMs === 'never' || listedAfterMs > promptItemMs || isListDelayed(collection);
  if (wasLate || readDelays.isCalm(collection)) return false;
  const controls = await Promise.all([showsNewItem(collection), showsNewItem(collection)]);
  return controls.every((listed) => listed === 'at once');
}
