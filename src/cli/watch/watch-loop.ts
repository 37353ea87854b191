import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Profile } from '../../model/profile/profile.js';
import type { Report } from '../../model/result/report.js';
import { reportError } from '../exit-code.js';
import { readReport } from '../files/read-report.js';
import type { LocalFlags } from '../options/run-options.js';
import { describeTerminal } from '../terminal/output-streams.js';
import { redactBaseUrl } from '../terminal/printable-base-url.js';
import { findChangedVerdicts, type KnownResults, updateKnownResults } from './changed-verdicts.js';
import { type WaitOutcome, waitForChange } from './wait-for-change.js';
import {
  type RestartReason,
  renderChanges,
  renderRestartReason,
  renderServiceMissing,
  renderWaiting,
} from './watch-messages.js';
import { detectEdits, listCandidateFiles, listWatchedFiles } from './watched-files.js';

/** Runs, waits for a reason to run again, and repeats. Returns the exit code of the last run when the user quits. */
export async function watchRuns(baseUrl: string | undefined, flags: LocalFlags, typed: readonly string[]) {
  let round: Round = { standing: new Map(), exit: 0 };
  for (;;) {
    const profile = await loadProfileOrReport(baseUrl, flags);
    const ended = profile
      ? await runRound(profile, flags, typed, round)
      : { ...round, exit: 2, ended: await waitForChange({ files: listCandidateFiles(flags), waitsFor: 'change' }) };
    if (ended.ended === 'interrupt') return 130;
    if (ended.ended === 'quit') return ended.exit;
    round = { ...ended, ...(profile && { cause: ended.ended }) };
  }
}

/** State that is kept from one round to the next. */
interface Round {
  readonly standing: KnownResults;
  readonly exit: number;
  /** Why another run begins; absent for the first run. */
  readonly cause?: RestartReason;
}

/** The exit code of a run that could not reach the service. */
const unreachableExit = 3;

async function runRound(
  profile: Profile,
  flags: LocalFlags,
  typed: readonly string[],
  round: Round,
): Promise<Round & { readonly ended: WaitOutcome }> {
  const isAsked = profile.isLoopback || flags.watchPoll === true;
  const watched = { files: listWatchedFiles(profile, flags), ...(isAsked && { baseUrl: profile.baseUrl }) };
  const arrival = isAsked
    ? await waitForChange({
        ...watched,
        waitsFor: 'service',
        onDelay: () => writeText(renderServiceMissing(redactBaseUrl(profile), describeTerminal(process.stderr))),
      })
    : 'restart';
  if (arrival === 'quit' || arrival === 'interrupt') return { ...round, ended: arrival };
  if (round.cause !== undefined) writeText(renderRestartReason(round.cause, describeTerminal(process.stderr)));
  const begunAt = Date.now();
  const isEdited = detectEdits(profile, flags);
  const exit = await runChild(typed, chooseFlags(round.cause));
  const report = readNewReport(flags, begunAt);
  const standing = report ? recordResults(round.standing, report) : round.standing;
  if (exit === 130) return { standing, exit, ended: 'interrupt' };
  // A run that harmed items of others is not repeated.
  if ((report?.harm ?? []).length > 0) return { standing, exit, ended: 'quit' };
  if (isEdited()) return { standing, exit, ended: 'change' };
  writeText(renderWaiting(isAsked, process.stdin.isTTY === true, describeTerminal(process.stderr)));
  // A service that was still starting is tried once more; one that refuses repeatedly is not.
  const wasGone = exit === unreachableExit && round.exit !== unreachableExit;
  return { standing, exit, ended: await waitForChange({ ...watched, waitsFor: 'reason', wasGone }) };
}

/** The profile, or undefined if it has errors, which are printed. */
async function loadProfileOrReport(baseUrl: string | undefined, flags: LocalFlags): Promise<Profile | undefined> {
  const { loadRunProfile } = await import('../commands/run/load-run-profile.js');
  try {
    return await loadRunProfile(flags, baseUrl);
  } catch (error) {
    reportError(error);
    writeText('assay: fix the profile to continue (Ctrl-C to quit)\n');
    return undefined;
  }
}

/** A typed signal reaches the run directly; a signal sent to this process alone is forwarded. */
async function runChild(typed: readonly string[], more: readonly string[]): Promise<number> {
  const run = startChildRun(typed, more);
  const hand = () => run.interrupt();
  // A second signal would stop the run immediately.
  const pass = process.stdin.isTTY ? () => {} : hand;
  process.on('SIGINT', pass).on('SIGTERM', hand).on('SIGHUP', hand);
  try {
    return await run.ended;
  } finally {
    process.off('SIGINT', pass).off('SIGTERM', hand).off('SIGHUP', hand);
  }
}

/** In watch mode the checks that failed are checked first. */
const chooseFlags = (cause: RestartReason | undefined): string[] =>
  cause === undefined || cause === 'all' ? [] : [cause === 'failed' ? '--only-failed' : '--failed-first'];

/** The report of the run; undefined where it wrote none, and the file is from an earlier run. An unreadable one is reported. */
function readNewReport({ out }: LocalFlags, begunAt: number): Report | undefined {
  const file = join(out, 'report.json');
  try {
    const report = existsSync(file) ? readReport(file) : undefined;
    return report && Date.parse(report.startedAt) >= begunAt ? report : undefined;
  } catch (error) {
    reportError(error);
    return undefined;
  }
}

/** Records what the run found, and prints what it changed. */
function recordResults(before: KnownResults, report: Report): KnownResults {
  if (before.size > 0) writeText(renderChanges(findChangedVerdicts(before, report), describeTerminal(process.stderr)));
  return updateKnownResults(before, report);
}

const writeText = (text: string): void => void process.stderr.write(text);

/**
 * Starts `assay run` with the typed arguments without the watch flags, and with `more` flags, in a child process, so that rules are
 * loaded again and no state remains. It owns the terminal while it runs; `ended` is its exit code.
 */
function startChildRun(typed: readonly string[], more: readonly string[]) {
  const [, script = ''] = process.argv;
  const args = [...process.execArgv, script, ...dropWatchFlags(typed), ...more];
  const env = { ...process.env, ASSAY_WATCH: '0', ASSAY_WATCH_POLL: '0' };
  const child = spawn(process.execPath, args, { stdio: 'inherit', env });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGKILL' ? 4 : 130)));
  });
  return { ended, interrupt: () => void child.kill('SIGINT') };
}

/** Returns the typed arguments without the watch flags. Flags come first, so that no list option takes them as its values. */
export const dropWatchFlags = (typed: readonly string[]): string[] =>
  typed.filter((word) => word !== '--watch' && word !== '--watch-poll');
