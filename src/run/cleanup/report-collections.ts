import { getMember } from '../../model/json.js';
import { mapAtOnce } from '../../model/map-at-once.js';
import type { LeftoverExtent } from '../../model/result/leftover.js';
import type { Collection } from '../../model/service/subject.js';
import type { FinalCleanupContext } from './final-cleanup-context.js';
import { awaitPresence, goneWindowMs, type Presence, readPresence } from './presence.js';

/**
 * Reports removed items that the service still shows as deleted. Without a declaration of tombstones, how to remove them
 * for good is unknown.
 */
export async function reportTombstones(name: string, site: FinalCleanupContext): Promise<void> {
  const { shown, unchecked } = await countShown(name, site);
  const stay = `${shown} ${shown === 1 ? 'tombstone stays' : 'tombstones stay'}`;
  const why = `${stay}: the service keeps removed items as deleted; declare resources[].purge to remove them for good`;
  if (shown > 0) reportCollectionLeftover(name, why, { count: shown }, site);
  reportUnchecked(name, unchecked, site);
}

/** If one item still exists after a successful DELETE, the others may exist, too. */
export async function reportLingering(name: string, path: string, site: FinalCleanupContext): Promise<void> {
  const collection = site.model.collections.find((one) => one.name === name);
  if (collection === undefined) return;
  const windowMs = Math.max(collection.consistency.itemMs, goneWindowMs);
  const presence = await awaitPresence(['absent', 'unknown'], { path }, collection, site.meter, windowMs);
  if (presence === 'absent') return;
  const { shown, unchecked } = await countShown(name, site);
  const stand = `${shown} ${shown === 1 ? 'item still exists' : 'items still exist'}`;
  const why = `${stand}: the service answered DELETE as if they were gone, and GET ${path} still returns one; their marker begins with assay-${site.runMark}`;
  if (shown > 0) reportCollectionLeftover(name, why, { count: shown }, site);
  reportUnchecked(name, unchecked, site);
}

/** Number of removed items that are read again where no rule did. */
const sampleSize = 3;

/** Whether items exist, by their paths. */
type Presences = ReadonlyMap<string, Presence>;

/** Reads the latest removed items of all collections, where several requests may be sent at once. */
export async function readLastRemovals(site: FinalCleanupContext): Promise<Presences> {
  const { meter, maxAtOnce = 1 } = site;
  if (maxAtOnce === 1) return new Map();
  const items = listUnreported(site).flatMap((collection) =>
    sampleRemoved(collection, site).map((path) => ({ path, collection })),
  );
  const read = await mapAtOnce(
    items,
    maxAtOnce,
    async ({ path, collection }) => [path, await readPresence({ path }, collection, meter)] as const,
  );
  return new Map(read);
}

/**
 * Reads the latest removed items again, unless their collection is reported already, or they were just read and are gone; if one still
 * exists, reports all.
 */
export async function reportUnseenRemovals(site: FinalCleanupContext, known: Presences = new Map()): Promise<void> {
  for (const collection of listUnreported(site)) {
    const sample = sampleRemoved(collection, site).filter((path) => known.get(path) !== 'absent');
    const path = await findShown(sample, collection, site);
    if (path !== undefined) await reportLingering(collection.name, path, site);
  }
}

/** The collections whose items can be read, and should be gone after DELETE as far as is known. */
function listUnreported({ addressing, model: { collections }, runLedger }: FinalCleanupContext): Collection[] {
  const told = new Set(addressing?.list(({ hasTombstones, lingering }) => hasTombstones || lingering));
  return collections.filter(
    ({ name, read, deletion }) =>
      !told.has(name) && read !== undefined && deletion.mode !== 'soft' && runLedger.removed(name).size > 0,
  );
}

function sampleRemoved({ name }: Collection, { runLedger }: FinalCleanupContext): string[] {
  const reported = new Set(runLedger.leftovers().map(({ path }) => path));
  return [...runLedger.removed(name)].filter((one) => !reported.has(one)).slice(-sampleSize);
}

/** Finds the first of these items that GET still returns, with as many reads at once as the run may send. */
async function findShown(
  paths: readonly string[],
  collection: Collection,
  { meter, maxAtOnce = 1 }: FinalCleanupContext,
): Promise<string | undefined> {
  for (let i = 0; i < paths.length; i += maxAtOnce) {
    const read = paths.slice(i, i + maxAtOnce);
    const seen = await Promise.all(read.map((path) => readPresence({ path }, collection, meter)));
    const found = read.find((_, at) => seen[at] === 'shown');
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Maximum number of removed items of a collection that are read again. */
const maxReads = 200;

/** Counts the removed items that GET still returns. */
async function countShown(name: string, { model: { collections }, meter, runLedger }: FinalCleanupContext) {
  const collection = collections.find((one) => one.name === name);
  const paths = [...runLedger.removed(name)];
  if (collection === undefined) return { shown: 0, unchecked: paths.length };
  const counts = { shown: 0, absent: 0, unknown: 0 };
  for (const path of paths.slice(0, maxReads)) counts[await readPresence({ path }, collection, meter)] += 1;
  return { shown: counts.shown, unchecked: counts.unknown + Math.max(0, paths.length - maxReads) };
}

function reportUnchecked(name: string, count: number, site: FinalCleanupContext): void {
  if (count === 0) return;
  const why = `${count} more removed items may still be shown; their marker begins with assay-${site.runMark}`;
  reportCollectionLeftover(name, why, { count, mayExist: true }, site);
}

/** Adds one leftover for all items of a collection that cannot be removed any further. */
function reportCollectionLeftover(name: string, why: string, extent: LeftoverExtent, site: FinalCleanupContext): void {
  const { path } = site.model.collections.find((one) => one.name === name) ?? {};
  if (path === undefined || getMember(site.purges, name) !== undefined) return;
  const ledger = site.runLedger.openScope();
  ledger.recordLeftover(ledger.claim(name, '', path, path), path, why, { ...extent, isForeign: true });
}
