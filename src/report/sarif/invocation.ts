import type { Report, Result } from '../../model/result/report.js';
import { isBlocking, unseenByReason, withVerdict } from '../results/group-results.js';
import { visible } from '../text/escape-control-characters.js';
import { counted, gateLine, reason } from '../text/report-words.js';
import { message } from './message-text.js';

/** How the run went (§3.20), and what has to be said beside findings: what could not be decided, and what broke. */
export function invocation(report: Report, leftOut: number): Record<string, unknown> {
  const errored = withVerdict(report, 'errored');
  return {
    executionSuccessful: errored.length === 0 && cameToAnEnd(report),
    exitCode: report.gate.exit,
    exitCodeDescription: message([gateLine(report), ...report.gate.reasons]),
    ...time(report),
    toolExecutionNotifications: [
      ...(leftOut > 0
        ? [note('warning', `${counted(leftOut, 'result')} left out for want of room: see report.json`)]
        : []),
      ...(report.run.endedEarly ? [note('warning', `the run ended early: ${report.run.endedEarly}`)] : []),
      ...(isUntold(report) ? report.gate.reasons.map((each) => note('error', `the gate is closed: ${each}`)) : []),
      ...(report.run.faults ?? []).map((fault) => note('error', fault)),
      ...errored.map((result) => about(result, 'error')),
      ...withVerdict(report, 'inconclusive').map((result) => about(result, 'note')),
      ...unseenByReason(report).map(({ verdict, reason: why, enable, results }) =>
        note('none', `${verdict}: ${why}: ${counted(results.length, 'verdict')}${way(enable)}`),
      ),
    ].slice(0, most),
  };
}

/** Whether the results are those of a whole run, which decided something: else a file without results means nothing. */
const cameToAnEnd = ({ run, gate, results }: Report): boolean =>
  !run.endedEarly &&
  (gate.exit === 0 || gate.exit === 1) &&
  (gate.open || results.some(({ verdict }) => verdict === 'held' || verdict === 'violated'));

/** Whether the gate is closed for a reason that lies in no violation. */
const isUntold = (report: Report): boolean =>
  !report.gate.open && !report.results.some((result) => isBlocking(result, report));

/** More than anybody reads. */
const most = 1000;

function time({ startedAt, durationMs }: Report): Record<string, string> {
  const start = Date.parse(startedAt);
  if (Number.isNaN(start)) return {};
  return {
    startTimeUtc: new Date(start).toISOString(),
    endTimeUtc: new Date(start + durationMs).toISOString(),
  };
}

const note = (level: string, text: string): Record<string, unknown> => ({ level, message: { text: message([text]) } });

const about = (result: Result, level: string): Record<string, unknown> => ({
  ...note(level, `${result.rule} [${result.subject}]: ${result.verdict}: ${reason(result)}${way(result.enable)}`),
  associatedRule: { id: visible(result.rule) },
});

const way = (enable: string | undefined): string => (enable ? ` (to decide it: ${enable})` : '');
