import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { kitVersion } from '../../../audit/kit-version.js';
import { purgesIn } from '../../../audit/ledger-origin.js';
import { clientFor } from '../../../audit/survey-service.js';
import { reach } from '../../../http/connectivity.js';
import { noTape } from '../../../http/tape.js';
import { type Remains, readLedger } from '../../../ledger/read-ledger.js';
import type { Profile } from '../../../model/profile/profile.js';
import { aim } from '../../../profile/load-profile.js';
import { type Cleared, clear } from '../../../run/cleanup/clean-ledger.js';
import { accessIn } from '../../options/access-options.js';
import { interruptible } from '../../process/interruption.js';
import { complain } from '../../usage-error.js';
import type { CleanFlags } from './clean-flags.js';
import { type Cleaned, tellCleaned } from './describe-cleanup.js';

/** Cleans up after the runs of these ledgers, the latest first; prints what came of it and gives the exit code. */
export async function cleanLedgers(named: readonly string[], flags: CleanFlags): Promise<number> {
  const interruption = interruptible({ first: 'no more is removed; what still stands is in the ledger' });
  const all: Cleaned[] = [];
  let exit = 0;
  try {
    const { ledgers, worst } = readAll(named);
    exit = worst;
    for (const { file, remains } of ledgers) {
      const cleaned = await attempt(() => cleanOne(file, remains, flags, interruption.signal));
      if (typeof cleaned === 'number') exit = Math.max(exit, cleaned);
      else {
        all.push(cleaned);
        exit = Math.max(exit, exitOf(cleaned));
      }
    }
  } finally {
    interruption.done();
  }
  process.stdout.write(tellCleaned(all, flags));
  return interruption.signal.aborted ? 130 : exit;
}

/** Reads all of them before anything is sent; what cannot be read is told, and the others are cleaned all the same. */
function readAll(named: readonly string[]) {
  const ledgers: { file: string; remains: Remains }[] = [];
  let worst = 0;
  for (const file of [...new Set(named.flatMap(filesIn))]) {
    try {
      ledgers.push({ file, remains: readLedger(file) });
    } catch (error) {
      worst = Math.max(worst, complain(error));
    }
  }
  const startOf = ({ head }: Remains) => head?.startedAt ?? '';
  ledgers.sort((one, other) => (startOf(one.remains) < startOf(other.remains) ? 1 : -1));
  return { ledgers, worst };
}

/** The ledgers of a folder; anything else is meant to be one. */
function filesIn(named: string): string[] {
  if (!existsSync(named) || !statSync(named).isDirectory()) return [named];
  const files = readdirSync(named).filter((name) => /^ledger.*\.ndjson$/.test(name));
  return files.length > 0 ? files.map((name) => join(named, name)) : [join(named, 'ledger.ndjson')];
}

async function attempt<T>(go: () => Promise<T>): Promise<T | number> {
  try {
    return await go();
  } catch (error) {
    return complain(error);
  }
}

async function cleanOne(file: string, remains: Remains, flags: CleanFlags, signal: AbortSignal): Promise<Cleaned> {
  const { head, things, doubts } = remains;
  const about = { file, runMark: head?.runMark, startedAt: head?.startedAt, isDry: flags.dryRun ?? false };
  if (head === undefined || (things.length === 0 && doubts.length === 0))
    return { ...about, baseUrl: head?.baseUrl, cleared: nothing };
  const profile = await profileFor(head, flags);
  const { baseUrl } = profile;
  // Who has a ledger cleaned wants things removed, wherever they are.
  const client = clientFor({ ...profile, permit: 'deletes' }, noTape);
  try {
    await client.introduce();
    await reach(client, baseUrl);
    const cleared = await clear({
      ...{ remains, file, client, baseUrl, signal, isDry: about.isDry },
      kit: kitVersion(),
      purges: purgesIn(profile.resources),
      callers: Object.keys(profile.callers),
      isFresh: Date.now() - statSync(file).mtimeMs < freshMs,
    });
    return { ...about, baseUrl, cleared };
  } finally {
    await client.close();
  }
}

/** So long after its last line a run may still have requests under way at a slow service, in milliseconds. */
const freshMs = 60_000;

const nothing: Cleared = { done: [], stayed: [], isLost: false };

/** The profile that was named, else that of the run where it still stands, else the one that is found here. */
function profileFor(head: NonNullable<Remains['head']>, flags: CleanFlags): Promise<Profile> {
  const own = head.profile !== undefined && existsSync(head.profile) ? head.profile : undefined;
  const file = flags.profile ?? own;
  return aim({
    baseUrl: flags.baseUrl ?? head.baseUrl,
    ...(file !== undefined && { file }),
    ...accessIn(flags),
    cwd: process.cwd(),
    env: process.env,
  });
}

function exitOf({ cleared: { isLost, stayed, done } }: Cleaned): number {
  if (isLost) return 3;
  return stayed.length > 0 || done.some(({ fate }) => fate === 'to be removed') ? 1 : 0;
}
