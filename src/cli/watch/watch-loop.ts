import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Profile } from '../../model/profile/profile.js';
import type { LocalFlags } from '../commands/run/run-flags.js';
import { readReport } from '../files/read-report.js';
import { isColoured, widthOf } from '../terminal/output-streams.js';
import { shownBase } from '../terminal/printable-base-url.js';
import { complain } from '../usage-error.js';
import { afterRun, changesSince, type Standing } from './changed-verdicts.js';
import { beginRun } from './child-run.js';
import { type Ended, waitFor } from './wait-for-change.js';
import { type Cause, tellAbsence, tellCause, tellChanges, tellWaiting } from './watch-messages.js';
import { candidateFiles, filesOf, lookout } from './watched-files.js';

/** Runs, waits for a reason to run again, and so on; gives the exit code of the last run when somebody quits. */
export async function keepWatching(
  baseUrl: string | undefined,
  flags: LocalFlags,
  typed: readonly string[],
): Promise<number> {
  let round: Round = { standing: new Map(), exit: 0 };
  for (;;) {
    const profile = await understood(baseUrl, flags);
    const ended = profile
      ? await goRound(profile, flags, typed, round)
      : { ...round, exit: 2, ended: await waitFor({ files: candidateFiles(flags), awaits: 'change' }) };
    if (ended.ended === 'interrupt') return 130;
    if (ended.ended === 'quit') return ended.exit;
    round = { ...ended, ...(profile && { cause: ended.ended }) };
  }
}

/** What is left over from one round to the next. */
interface Round {
  readonly standing: Standing;
  readonly exit: number;
  /** Why it is gone once more; absent the first time. */
  readonly cause?: Cause;
}

/** How a run ends that did not get through to the service. */
const unreachable = 3;

type Rounded = Round & { readonly ended: Ended };

async function goRound(profile: Profile, flags: LocalFlags, typed: readonly string[], round: Round): Promise<Rounded> {
  const isAsked = profile.isLoopback || flags.watchPoll === true;
  const watched = { files: filesOf(profile, flags), ...(isAsked && { baseUrl: profile.baseUrl }) };
  const arrival = isAsked
    ? await waitFor({ ...watched, awaits: 'service', tell: () => say(tellAbsence(shownBase(profile), terminal())) })
    : 'restart';
  if (arrival === 'quit' || arrival === 'interrupt') return { ...round, ended: arrival };
  if (round.cause !== undefined) say(tellCause(round.cause, terminal()));
  const begunAt = Date.now();
  const isEdited = lookout(profile, flags);
  const exit = await runIn(typed, flagsFor(round.cause, flags));
  const standing = learn(round.standing, flags, begunAt);
  if (exit === 130) return { standing, exit, ended: 'interrupt' };
  if (isEdited()) return { standing, exit, ended: 'change' };
  say(tellWaiting(isAsked, process.stdin.isTTY === true, terminal()));
  // A service that was still on its way up is tried once more; one that refuses again and again is not.
  const wasGone = exit === unreachable && round.exit !== unreachable;
  return { standing, exit, ended: await waitFor({ ...watched, awaits: 'reason', wasGone }) };
}

/** The profile, or undefined where it has errors, which are told. */
async function understood(baseUrl: string | undefined, flags: LocalFlags): Promise<Profile | undefined> {
  const { profileFrom } = await import('../commands/run/run-audit.js');
  try {
    return await profileFrom(flags, baseUrl);
  } catch (error) {
    complain(error);
    say('assay: mend that, and it goes on (Ctrl-C ends it)\n');
    return undefined;
  }
}

/** Signals reach the run by themselves when they are typed; what is sent to this process alone is passed on. */
async function runIn(typed: readonly string[], more: readonly string[]): Promise<number> {
  const run = beginRun(typed, more);
  const hand = () => run.interrupt();
  // A second signal would end the run at once.
  const pass = process.stdin.isTTY ? () => {} : hand;
  process.on('SIGINT', pass).on('SIGTERM', hand).on('SIGHUP', hand);
  try {
    return await run.ended;
  } finally {
    process.off('SIGINT', pass).off('SIGTERM', hand).off('SIGHUP', hand);
  }
}

/** Somebody who stays wants to see what is wrong, and that first. */
const flagsFor = (cause: Cause | undefined, { quiet }: LocalFlags): string[] => [
  ...(quiet ? [] : ['--brief']),
  ...(cause === undefined || cause === 'all' ? [] : [cause === 'failed' ? '--only-failed' : '--failed-first']),
];

/** Takes in what the run found, and tells what it changed; a report of an earlier run says nothing of this one. */
function learn(before: Standing, { out }: LocalFlags, begunAt: number): Standing {
  const file = join(out, 'report.json');
  if (!existsSync(file)) return before;
  try {
    const report = readReport(file);
    if (Date.parse(report.startedAt) < begunAt) return before;
    if (before.size > 0) say(tellChanges(changesSince(before, report), terminal()));
    return afterRun(before, report);
  } catch (error) {
    complain(error);
    return before;
  }
}

/** Beside the reports, not among them. */
const say = (text: string): void => void process.stderr.write(text);

const terminal = () => ({ color: isColoured(process.stderr, process.env), width: widthOf(process.stderr) });
