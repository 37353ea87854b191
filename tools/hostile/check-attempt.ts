import type { Attempt, AttemptLimits } from './attempt-audit.js';
import { graceMs } from './attempt-audit.js';
import { checkPastedCommands } from './check-pasted-commands.js';
import { checkReportFiles } from './check-report-files.js';
import { listDeviations } from './expected-outcome.js';
import { findControlCharacters } from './find-control-characters.js';

const maxMegabytes = 400;

/** What the kit did wrong when it audited a hostile service. */
export async function checkAttempt(came: Attempt, { seconds, requests }: AttemptLimits): Promise<string[]> {
  const { exit, signal, ms, megabytes, report, foreign, stdout, stderr, files, shown } = came;
  return [
    ...(signal !== null ? [`ended by ${signal}`] : []),
    ...(signal === null && ![0, 1, 3, 5].includes(exit ?? -1) ? [`exit code ${exit}: ${stderr.slice(0, 300)}`] : []),
    ...(ms > seconds * 1000 + graceMs ? [`took ${ms} ms`] : []),
    ...(megabytes !== undefined && megabytes > maxMegabytes ? [`took ${megabytes} MB`] : []),
    ...(report === undefined ? ['wrote no report'] : []),
    ...(report?.complete === true ? [] : ['wrote no whole report']),
    ...(report !== undefined && report.requests > requests ? [`sent ${report.requests} requests`] : []),
    ...(foreign > 0 ? [`sent ${foreign} requests to another origin`] : []),
    ...(shown === 0 ? ['never met the behaviour'] : []),
    ...(report === undefined ? [] : listDeviations(came.name, report)),
    ...findControlCharacters({ stdout, stderr, ...files }),
    ...checkReportFiles(files),
    ...(await checkPastedCommands((report?.results ?? []).flatMap(({ evidence }) => evidence?.curl ?? []))),
  ];
}
