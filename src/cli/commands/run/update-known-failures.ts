import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Profile } from '../../../model/profile/profile.js';
import { ProfileError } from '../../../model/profile/profile-error.js';
import type { Waiver } from '../../../model/profile/waiver.js';
import type { Report, Result } from '../../../model/result/report.js';
import { editKnownFailures, type NewWaiver } from '../../../profile/waivers/edit-known-failures.js';
import { readKnownFailures } from '../../../profile/waivers/read-known-failures.js';
import { escapeControlCharacters } from '../../../report/text/escape-control-characters.js';
import { rejudgeReport } from '../../../verdict/merging/judge-merged.js';
import { checkKnownFailures, type KnownFailureCheck } from '../../../verdict/waivers/check-known-failures.js';
import { replaceFile } from '../../files/replace-file.js';
import type { RunFlags } from '../../options/run-options.js';
import { UsageError } from '../../usage-error.js';

type BaselineFlags = Pick<RunFlags, 'baseline' | 'baselineUpdate' | 'shard'>;

/** Refuses what cannot be meant. Throws UsageError. */
export function checkBaselineFlags({ baseline, baselineUpdate, shard }: BaselineFlags): void {
  if (!baselineUpdate) return;
  if (baseline === undefined) throw new UsageError('--baseline-update wants --baseline FILE: the file to write to');
  if (shard !== undefined)
    throw new UsageError(
      '--baseline-update and --shard do not go together: each shard would write what it alone knows; update from a run of the whole plan',
    );
}

/** The file to read known failures from: none, where an update is to begin it. */
export const resolveBaselineFile = ({ baseline, baselineUpdate }: BaselineFlags): string | undefined =>
  baselineUpdate && baseline !== undefined && !existsSync(baseline) ? undefined : baseline;

/**
 * Writes what a run found into the file of known failures, and judges the gate with the file as it then stands. Accepts
 * nothing that could not be decided, extends no day, and writes nothing where the run did not come to an end of its own.
 */
export function updateKnownFailures(
  report: Report,
  { waivers }: Pick<Profile, 'waivers'>,
  file: string,
  reportFile: string,
): Report {
  if (report.gate.exit > 1) {
    writeMessage(`${file} was left as it is: the run ended with exit ${report.gate.exit}`);
    return report;
  }
  // Whoever edited the file while the run went on is heard: what stands in it now counts, beside the waivers of the profile.
  const own = waivers.filter(({ where }) => !isInFile(file, where, dirname(reportFile)));
  const before = existsSync(file) ? loadKnownFailures(file) : [];
  const reckoning = checkKnownFailures(rejudgeReport(report, { waivers: [...own, ...before], reportFile }), before);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const add = reckoning.unknown.map((result) => createWaiver(report.startedAt.slice(0, 10), result));
  if (add.length + reckoning.fixed.size > 0 || !existsSync(file)) {
    const change = { drop: reckoning.fixed, add };
    replaceFile(file, editKnownFailuresText(text, change, file));
  }
  for (const line of renderUpdateLines(file, reckoning, before)) writeMessage(line);
  return rejudgeReport(report, { waivers: [...own, ...loadKnownFailures(file)], reportFile });
}

/** Whether a place, `file:line:column`, is in a file; a demo tells places from the folder of its reports. */
function isInFile(file: string, where: string, folder: string): boolean {
  const named = where.replace(/:\d+:\d+$/, '');
  return [resolve(named), resolve(folder, named)].includes(resolve(file));
}

function loadKnownFailures(file: string): readonly Waiver[] {
  const { waivers, problems } = readKnownFailures(file, process.cwd());
  if (problems.length > 0) throw new ProfileError(problems);
  return waivers;
}

function editKnownFailuresText(text: string, change: Parameters<typeof editKnownFailures>[1], file: string): string {
  try {
    return editKnownFailures(text, change, file.endsWith('.json'));
  } catch (error) {
    throw new UsageError(`${file} cannot be updated: ${(error as Error).message}; edit it by hand`);
  }
}

const createWaiver = (day: string, { rule, subject, title }: Result): NewWaiver => ({
  rule,
  subject,
  reason: `accepted on ${day} by --baseline-update`,
  about: `broken: ${escapeControlCharacters(title)}`,
});

function renderUpdateLines(
  file: string,
  { unknown, fixed, overdue, undecided }: KnownFailureCheck,
  before: readonly Waiver[],
): string[] {
  const kept = before.length - fixed.size;
  const head = `${file}: ${unknown.length} added, ${kept} kept, ${fixed.size} removed because they held`;
  const names = unknown.map(({ rule, subject }) => `  + ${rule} [${escapeControlCharacters(subject)}]`);
  const gone = before
    .filter((_, at) => fixed.has(at))
    .map(({ rule, subject }) => `  - ${rule}${subject === undefined ? '' : ` [${escapeControlCharacters(subject)}]`}`);
  const next =
    unknown.length > 0 ? ['say in it why each is accepted, who sees to it (owner), and until when (until)'] : [];
  const late = overdue.map(
    ({ rule, until, where }) => `${where}: ${rule} was accepted until ${until}, and still is violated`,
  );
  const open =
    undecided.length > 0 ? [`${undecided.length} undecided: what cannot be told is neither accepted nor removed`] : [];
  return [head, ...names, ...gone, ...next, ...late, ...open];
}

const writeMessage = (line: string): void =>
  void process.stderr.write(line.startsWith(' ') ? `${line}\n` : `assay: ${line}\n`);
