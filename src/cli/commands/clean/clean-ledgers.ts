import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readKitVersion } from '../../../audit/kit-version.js';
import { listPurges } from '../../../audit/ledger-origin.js';
import { openProfileClient } from '../../../audit/survey-service.js';
import { checkConnectivity } from '../../../http/connectivity.js';
import { noTape } from '../../../http/tape.js';
import { requireAcknowledged } from '../../../ledger/kept-items.js';
import { type LedgerContent, readLedger } from '../../../ledger/read-ledger.js';
import type { Profile } from '../../../model/profile/profile.js';
import { listItemTemplates } from '../../../model/service/subject-collections.js';
import { isSameOrigin } from '../../../profile/connection/base-url.js';
import { loadProfile } from '../../../profile/load-profile.js';
import { type CleanLedgerResult, cleanUpLedger } from '../../../run/cleanup/clean-ledger.js';
import { reportError } from '../../exit-code.js';
import { type AccessFlags, toAccessOptions } from '../../options/access-options.js';
import { createInterruption } from '../../process/interruption.js';
import { describeCleanup, type LedgerCleanup } from './describe-cleanup.js';

export interface CleanFlags extends AccessFlags {
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly dryRun?: boolean;
  readonly acknowledge?: string;
  readonly format: 'text' | 'json';
}

/** Cleans up after the runs of these ledgers, the latest first; prints the results and returns the exit code. */
export async function cleanLedgers(named: readonly string[], flags: CleanFlags): Promise<number> {
  const interruption = createInterruption({ onFirst: 'removal stops; the ledger lists what still exists' });
  const all: LedgerCleanup[] = [];
  let exit = 0;
  try {
    const { ledgers, worst } = readLedgers(named);
    exit = worst;
    for (const { file, remains } of ledgers) {
      const cleaned = await runOrReport(() => cleanLedgerFile(file, remains, flags, interruption.signal));
      if (typeof cleaned === 'number') exit = Math.max(exit, cleaned);
      else {
        all.push(cleaned);
        exit = Math.max(exit, chooseExitCode(cleaned));
      }
    }
  } finally {
    interruption.stop();
  }
  process.stdout.write(describeCleanup(all, flags));
  return interruption.signal.aborted ? 130 : exit;
}

/** Reads all ledgers before any request is sent. Unreadable ones are reported, and the others are cleaned anyway. */
function readLedgers(named: readonly string[]) {
  const ledgers: { file: string; remains: LedgerContent }[] = [];
  let worst = 0;
  for (const file of [...new Set(named.flatMap(listLedgerFiles))]) {
    try {
      ledgers.push({ file, remains: readLedger(file) });
    } catch (error) {
      worst = Math.max(worst, reportError(error));
    }
  }
  const startOf = ({ head }: LedgerContent) => head?.startedAt ?? '';
  ledgers.sort((one, other) => (startOf(one.remains) < startOf(other.remains) ? 1 : -1));
  return { ledgers, worst };
}

/** Lists the ledgers of a folder; any other path is taken as a ledger. */
function listLedgerFiles(named: string): string[] {
  if (!existsSync(named) || !statSync(named).isDirectory()) return [named];
  const files = readdirSync(named).filter((name) => /^ledger.*\.ndjson$/.test(name));
  return files.length > 0 ? files.map((name) => join(named, name)) : [join(named, 'ledger.ndjson')];
}

async function runOrReport<T>(go: () => Promise<T>): Promise<T | number> {
  try {
    return await go();
  } catch (error) {
    return reportError(error);
  }
}

async function cleanLedgerFile(file: string, remains: LedgerContent, flags: CleanFlags, signal: AbortSignal) {
  const { head, things, doubts, used, holds } = remains;
  const about = { file, runMark: head?.runMark, startedAt: head?.startedAt, isDry: flags.dryRun ?? false };
  if (head === undefined || [things, doubts, [...used], holds].every(({ length }) => length === 0))
    return { ...about, baseUrl: head?.baseUrl, isSearched: false, cleared: emptyCleanup };
  const profile = await loadLedgerProfile(head, flags);
  const { baseUrl } = profile;
  if (!about.isDry)
    requireAcknowledged({
      baseUrl,
      isSameService: isSameOrigin,
      acknowledged: flags.acknowledge,
      stateFolder: process.env.XDG_STATE_HOME,
      startedAt: new Date().toISOString(),
    });
  // Cleaning a ledger is a request to remove items, on any host.
  const client = openProfileClient({ ...profile, permit: 'deletes' }, noTape);
  try {
    client.hideAddresses(listItemTemplates(remains.collections));
    await client.obtainCredentials();
    await checkConnectivity(client, baseUrl);
    const cleared = await cleanUpLedger({
      remains,
      file,
      client,
      baseUrl,
      signal,
      isDry: about.isDry,
      kit: readKitVersion(),
      purges: listPurges(profile.resources),
      callers: Object.keys(profile.callers),
      isFresh: Date.now() - statSync(file).mtimeMs < freshMs,
    });
    return { ...about, baseUrl, isSearched: !about.isDry, cleared };
  } finally {
    await client.close();
  }
}

/** Time after its last line during which a run can still have requests in progress at a slow service, in milliseconds. */
const freshMs = 60_000;

const emptyCleanup: CleanLedgerResult = { done: [], stayed: [], notes: [], isLost: false };

/** Returns the given profile, else that of the run if it still exists, else the one found in the current folder. */
function loadLedgerProfile(head: NonNullable<LedgerContent['head']>, flags: CleanFlags): Promise<Profile> {
  const own = head.profile !== undefined && existsSync(head.profile) ? head.profile : undefined;
  const file = flags.profile ?? own;
  return loadProfile({
    baseUrl: flags.baseUrl ?? head.baseUrl,
    ...(file !== undefined && { file }),
    ...toAccessOptions(flags),
    cwd: process.cwd(),
    env: process.env,
  });
}

function chooseExitCode({ cleared: { isLost, stayed, done } }: LedgerCleanup): number {
  if (isLost) return 3;
  return stayed.length > 0 || done.some(({ outcome }) => outcome.startsWith('to be')) ? 1 : 0;
}
