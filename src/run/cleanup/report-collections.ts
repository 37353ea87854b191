import { getMember } from '../../model/json.js';
import { mapAtOnce } from '../../model/map-at-once.js';
import type { LeftoverExtent } from '../../model/result/leftover.js';
import type { Collection } from '../../model/service/subject.js';
import type { FinalCleanupContext } from './clean-up.js';
import { goneWindowMs, readPresence } from './read-item.js';

/** Number of removed items of a collection that are read again where no rule did. */
const sampleSize = 3;

/** Maximum number of removed items of a collection that are read again where one is still there. */
const maxReads = 200;

/**
 * Reads the latest removed items of all collections, and returns one that still exists for each collection. Those in `absent` were read
 * before; more are added.
 */
export async function findShownItems(
  { meter, runLedger, addressing, model: { collections }, maxAtOnce = 1 }: FinalCleanupContext,
  absent: Set<string>,
): Promise<Map<Collection, string>> {
  const reported = new Set(runLedger.leftovers().map(({ path }) => path));
  const told = new Set(addressing?.list(({ hasTombstones, lingering }) => hasTombstones || lingering));
  const items = collections
    .filter(({ name, read, deletion }) => !told.has(name) && read !== undefined && deletion.mode !== 'soft')
    .flatMap((collection) => {
      const latest = [...runLedger.removed(collection.name)].filter((path) => !reported.has(path)).slice(-sampleSize);
      return latest.filter((path) => !absent.has(path)).map((path) => ({ path, collection }));
    });
  const shown = new Map<Collection, string>();
  await mapAtOnce(items, maxAtOnce, async ({ path, collection }) => {
    if (shown.has(collection)) return;
    const presence = await readPresence({ path }, collection, meter);
    if (presence === 'absent') absent.add(path);
    if (presence === 'shown') shown.set(collection, path);
  });
  return shown;
}

/**
 * Reports the removed items that the service still shows, once for each collection: as deleted, where how to remove tombstones for good
 * is not declared, or as if DELETE had done nothing. The items in `absent` were read before.
 */
export async function reportShownItems(site: FinalCleanupContext, absent: Set<string>): Promise<void> {
  const { addressing, meter, runMark } = site;
  const { collections } = site.model;
  const states = collections.map((collection) => ({ collection, ...addressing?.of(collection.name) }));
  for (const { collection, hasTombstones } of states) {
    if (!hasTombstones) continue;
    const why = 'the service keeps removed items as deleted; declare resources[].purge to remove them for good';
    await reportShown(collection, ['tombstone stays', 'tombstones stay'], why, site);
  }
  const lingering = states.flatMap(({ collection, lingering: path }) => (path ? [[collection, path] as const] : []));
  // If one still exists after a successful DELETE, the others may exist, too.
  for (const [collection, path] of [...lingering, ...(await findShownItems(site, absent))]) {
    const windowMs = Math.max(collection.consistency.itemMs, goneWindowMs);
    const presence = await readPresence({ path }, collection, meter, ['absent', 'unknown'], windowMs);
    if (presence === 'absent') continue;
    const why = `the service answered DELETE as if they were gone, and GET ${path} still returns one; their marker begins with assay-${runMark}`;
    await reportShown(collection, ['item still exists', 'items still exist'], why, site);
  }
}

/** Counts the removed items of a collection that GET still returns, and reports them, and those that could not be read. */
async function reportShown(
  collection: Collection,
  [one, several]: readonly [string, string],
  why: string,
  site: FinalCleanupContext,
): Promise<void> {
  const paths = [...site.runLedger.removed(collection.name)];
  const counts = { shown: 0, absent: 0, unknown: 0, deleted: 0 };
  for (const path of paths.slice(0, maxReads)) counts[await readPresence({ path }, collection, site.meter)] += 1;
  const { shown, unknown } = counts;
  if (shown > 0) reportLeftover(`${shown} ${shown === 1 ? one : several}: ${why}`, { count: shown });
  const count = unknown + Math.max(0, paths.length - maxReads);
  const rest = `${count} more removed items may still be shown; their marker begins with assay-${site.runMark}`;
  if (count > 0) reportLeftover(rest, { count, mayExist: true });

  /** Adds one leftover for items that cannot be removed any further. */
  function reportLeftover(told: string, extent: LeftoverExtent): void {
    const { name, path } = collection;
    if (getMember(site.purges, name) !== undefined) return;
    const ledger = site.runLedger.openScope();
    ledger.recordLeftover(ledger.claim(name, '', path, path), path, told, { ...extent, isForeign: true });
  }
}
