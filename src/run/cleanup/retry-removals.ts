import type { LedgerEntry } from '../../ledger/entry.js';
import type { RunLedger } from '../../ledger/open-ledger.js';
import { pause } from '../../model/clock.js';
import { type CleanupContext, cleanOne, describePlace } from './clean-up.js';
import type { FinalCleanupContext } from './final-cleanup-context.js';
import { readPresence } from './presence.js';

/** Waits before the retries of failed removals, in milliseconds; they grow, because a busy service recovers slowly. */
const retryWaitsMs = [0, 250, 500, 1_000, 2_000, 4_000, 8_000];
/** Number of retries when waiting is not expected to help. */
const minRetries = 2;

/**
 * Retries failed removals one after another, of one collection or of all. Children are removed before their parents,
 * because they were created later; each removal may unblock others.
 */
export async function retryRemovals(
  site: CleanupContext & Pick<FinalCleanupContext, 'runLedger'>,
  collection?: string,
): Promise<void> {
  let round = 0;
  for (const ms of retryWaitsMs) {
    const waiting = listRefused(site.runLedger).filter(
      (entry) => collection === undefined || entry.collection === collection,
    );
    if (waiting.length === 0) return;
    if (ms > 0) await pause(ms);
    const isWorthMore = await retryEach(waiting, site);
    round += 1;
    // A service that has not answered for long is not asked again.
    if ((!isWorthMore || site.meter.end()?.cause === 'no-answer') && round >= minRetries) return;
  }
}

/**
 * Records the removals that still fail as leftovers. A DELETE that failed or was not answered may have removed the item
 * nevertheless, so it only certainly exists if GET returns it, or cannot be tried after a DELETE that was answered.
 */
export async function recordRefusedRemovals(site: FinalCleanupContext): Promise<void> {
  const ledger = site.runLedger.openScope();
  const whys = new Map(site.runLedger.waiting());
  for (const entry of listRefused(site.runLedger)) {
    const why = whys.get(entry) ?? '';
    const presence = await findPresence(entry, site);
    if (presence === 'absent') ledger.recordGone(entry);
    else {
      const isCertain = presence === 'shown' || (presence === 'not readable' && !entry.mayBeRemoved);
      ledger.recordLeftover(entry, describePlace(entry), why, isCertain ? {} : { mayExist: true });
    }
  }
}

/** A service that no longer answers is not asked for each item. */
async function findPresence(entry: LedgerEntry, { model: { collections }, meter }: FinalCleanupContext) {
  const template = collections.find(({ name }) => name === entry.collection);
  if (entry.path === undefined) return 'unknown';
  if (template?.read === undefined) return 'not readable';
  if (meter.end()?.cause === 'no-answer') return 'unknown';
  return readPresence(entry, template, meter);
}

/** Newest first. */
const listRefused = (runLedger: RunLedger): LedgerEntry[] =>
  [...runLedger.waiting()]
    .filter(([, why]) => why !== 'accepted')
    .map(([entry]) => entry)
    .sort((one, other) => other.n - one.n);

/** Number of temporary refusals in a row after which a round ends. */
const maxTransientRefusals = 3;

/** Retries each removal. Resolves to whether another round may succeed. */
async function retryEach(waiting: readonly LedgerEntry[], site: Parameters<typeof retryRemovals>[0]) {
  const ledger = site.runLedger.openScope();
  let isWorthMore = false;
  let passing = 0;
  for (const entry of waiting) {
    const isPassing = await cleanOne(entry, ledger, site);
    passing = isPassing ? passing + 1 : 0;
    isWorthMore ||= isPassing || !site.runLedger.waiting().has(entry);
    if (passing >= maxTransientRefusals) break;
  }
  return isWorthMore;
}
