import type { LedgerEntry } from '../../ledger/entry.js';
import { clock, pause, pollUntil } from '../../model/clock.js';
import type { Collection } from '../../model/service/subject.js';
import { usualLagMs } from '../read-delay.js';
import { type OwnerContext, readOwner } from './ownership.js';
import type { Removal } from './remove-item.js';

/** What it is asked with whether an item may be removed. */
export interface ObstacleContext extends OwnerContext {
  /** Whether the run that created the items is over, so that an item is read before its first removal, too. */
  readonly isOfEarlierRun?: boolean;
}

const unknownOwnerMessage =
  'the service stopped after the item was created, and whether the address still belongs to it is not known, so it is not removed';

/**
 * Asks the service whose an item is, where its address may belong to another one now: the service stopped since, an earlier
 * removal may have been carried out, or the run is over. Returns what takes the place of its removal; undefined where it may be
 * removed.
 */
export async function findObstacle(
  entry: LedgerEntry,
  collection: Collection,
  cleaning: ObstacleContext,
): Promise<Removal | undefined> {
  const { tried, sentAt = Number.POSITIVE_INFINITY, isUnmarked, prints } = entry;
  const wasStopped = sentAt <= cleaning.meter.outages.stoppedAt();
  if (!wasStopped && tried === undefined && cleaning.isOfEarlierRun !== true) return undefined;
  const owner = await readOwner(entry, collection, cleaning, 'cleanup');
  if (owner.is === 'ours') return undefined;
  // What this run saw refused a removal was there then: reads may lag behind, and DELETE says more.
  const wasThere = !wasStopped && tried === 'refused' && cleaning.isOfEarlierRun !== true;
  if (owner.is === 'gone' && wasThere) return undefined;
  if (owner.is === 'gone') return wasStopped ? { is: 'lost' } : { is: 'gone', isDoubtful: true };
  const { is, why } = owner;
  if (is === 'barred' || is === 'unanswered')
    return { is: 'later', why, isPassing: true, isUnsent: is === 'unanswered', isUnanswered: true };
  // Where each item shows its marker, this is another one.
  const isMarked = collection.marker !== undefined && isUnmarked !== true && prints === undefined;
  if (wasStopped && is === 'foreign')
    return isMarked ? { is: 'lost' } : { is: 'stays', why: unknownOwnerMessage, isForeign: true, mayExist: true };
  // An item whose removal this run saw refused is still there, where nothing shows it.
  if (is === 'unseen' && wasThere) return undefined;
  return { is: 'stays', why, ...(!(cleaning.isOfEarlierRun && is === 'foreign') && { mayExist: true }) };
}

/**
 * An item that is gone, where others went that nothing removed: a service may remove another item with the DELETE of a missing one. Only
 * where a list shows later what reads did not show yet. A new item that no read showed is looked for once more after the time that reads may usually lag behind.
 */
export async function findVanished(
  entry: LedgerEntry,
  collection: Collection,
  cleaning: ObstacleContext,
): Promise<Removal | undefined> {
  const obstacle = await findObstacle(entry, collection, cleaning);
  if (obstacle !== undefined) return obstacle;
  const look = () => readOwner(entry, collection, cleaning, 'cleanup');
  let owner = await pollUntil(look, ({ is }) => is !== 'gone', collection.consistency.itemMs);
  const newMs = entry.wasShown ? 0 : usualLagMs - (clock.now() - (entry.sentAt ?? 0));
  if (owner.is === 'gone' && newMs > 0) {
    await pause(newMs);
    owner = await look();
  }
  return owner.is === 'gone' ? { is: 'gone', isDoubtful: true } : undefined;
}
