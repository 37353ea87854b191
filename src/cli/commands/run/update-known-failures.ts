import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Profile } from '../../../model/profile/profile.js';
import { ProfileError } from '../../../model/profile/profile-error.js';
import { UsageError } from '../../../model/profile/usage-error.js';
import type { Waiver } from '../../../model/profile/waiver.js';
import type { Report, Result } from '../../../model/result/report.js';
import { editKnownFailures, type NewWaiver } from '../../../profile/waivers/edit-known-failures.js';
import { readKnownFailures } from '../../../profile/waivers/read-known-failures.js';
import { escapeControlCharacters } from '../../../report/text/escape-control-characters.js';
import { rejudgeReport } from '../../../verdict/merging/judge-merged.js';
import { checkKnownFailures, type KnownFailureCheck } from '../../../verdict/waivers/check-known-failures.js';
import { replaceFile } from '../../files/replace-file.js';

interface BaselineUpdate {
  readonly file: string;
  /** The last day of the added waivers. */
  readonly expires?: string | undefined;
  readonly reportFile: string;
}

/**
 * Writes the violations of a run to the file of known failures, and decides the gate again with that file. Never accepts
 * an inconclusive result, never extends a date, and writes nothing if the run ended early.
 */
export function updateKnownFailures(
  report: Report,
  { waivers }: Pick<Profile, 'waivers'>,
  { file, expires, reportFile }: BaselineUpdate,
): Report {
  if (report.gate.exit > 1) {
    writeMessage(`${file} was not changed: the run ended with exit code ${report.gate.exit}`);
    return report;
  }
  // Edits made during the run count: the current content of the file is used, with the waivers of the profile.
  const own = waivers.filter(({ where }) => !isInFile(file, where, dirname(reportFile)));
  const before = existsSync(file) ? loadKnownFailures(file) : [];
  const reckoning = checkKnownFailures(rejudgeReport(report, { waivers: [...own, ...before], reportFile }), before);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const add = reckoning.unknown.map((result) => createWaiver(report.startedAt.slice(0, 10), expires, result));
  if (add.length + reckoning.fixed.size > 0 || !existsSync(file)) {
    const change = { drop: reckoning.fixed, add };
    replaceFile(file, editKnownFailuresText(text, change, file));
  }
  for (const line of renderUpdateLines({ file, expires }, reckoning, before)) writeMessage(line);
  return rejudgeReport(report, { waivers: [...own, ...loadKnownFailures(file)], reportFile });
}

/** Whether a location, `file:line:column`, is in a file. Locations of a demo are relative to the folder of its reports. */
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

const createWaiver = (day: string, until: string | undefined, { rule, subject, title }: Result): NewWaiver => ({
  rule,
  subject,
  reason: `accepted on ${day} by --baseline-update`,
  ...(until && { until }),
  about: `broken: ${escapeControlCharacters(title)}`,
});

function renderUpdateLines(
  { file, expires }: Omit<BaselineUpdate, 'reportFile'>,
  { unknown, fixed, overdue, undecided }: KnownFailureCheck,
  before: readonly Waiver[],
): string[] {
  const kept = before.length - fixed.size;
  const head = `${file}: ${unknown.length} added, ${kept} kept, ${fixed.size} removed because their rules held`;
  const names = unknown.map(({ rule, subject }) => `  + ${rule} [${escapeControlCharacters(subject)}]`);
  const gone = before
    .filter((_, at) => fixed.has(at))
    .map(({ rule, subject }) => `  - ${rule}${subject === undefined ? '' : ` [${escapeControlCharacters(subject)}]`}`);
  const next =
    unknown.length > 0
      ? [
          `complete each new entry: reason, who fixes it (owner)${expires ? '' : ', and until when it is accepted (until)'}`,
        ]
      : [];
  const late = overdue.map(
    ({ rule, until, where }) => `${where}: ${rule} was accepted until ${until}, and is still violated`,
  );
  const open = undecided.length > 0 ? [`${undecided.length} undecided: neither added nor removed`] : [];
  return [head, ...names, ...gone, ...next, ...late, ...open];
}

const writeMessage = (line: string): void =>
  void process.stderr.write(line.startsWith(' ') ? `${line}\n` : `assay: ${line}\n`);
