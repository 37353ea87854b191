import type { Report, Result } from '../../model/result/report.js';
import { filterByVerdict, groupUncheckedByReason, isBlocking } from '../results/group-results.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { describeGate, describeReason, formatCount } from '../text/report-words.js';
import { renderMessage } from './message-text.js';

/** How the run went (§3.20), and what has to be said beside findings: what could not be decided, and what broke. */
export function createInvocation(report: Report, leftOut: number): Record<string, unknown> {
  const errored = filterByVerdict(report, 'errored');
  return {
    executionSuccessful: errored.length === 0 && hasFinished(report),
    exitCode: report.gate.exit,
    exitCodeDescription: renderMessage([describeGate(report), ...report.gate.reasons]),
    ...createTimes(report),
    toolExecutionNotifications: [
      ...(leftOut > 0
        ? [
            createNotification(
              'warning',
              `${formatCount(leftOut, 'result')} left out for want of room: see report.json`,
            ),
          ]
        : []),
      ...(report.run.endedEarly
        ? [createNotification('warning', `the run ended early: ${report.run.endedEarly}`)]
        : []),
      ...(isGateUnexplained(report)
        ? report.gate.reasons.map((each) => createNotification('error', `the gate is closed: ${each}`))
        : []),
      ...(report.run.faults ?? []).map((fault) => createNotification('error', fault)),
      ...errored.map((result) => createResultNotification(result, 'error')),
      ...filterByVerdict(report, 'inconclusive').map((result) => createResultNotification(result, 'note')),
      ...groupUncheckedByReason(report).map(({ verdict, reason: why, enable, results }) =>
        createNotification(
          'none',
          `${verdict}: ${why}: ${formatCount(results.length, 'verdict')}${renderRemedy(enable)}`,
        ),
      ),
    ].slice(0, maxNotifications),
  };
}

/** Whether the results are those of a whole run, which decided something: else a file without results means nothing. */
const hasFinished = ({ run, gate, results }: Report): boolean =>
  !run.endedEarly &&
  (gate.exit === 0 || gate.exit === 1) &&
  (gate.open || results.some(({ verdict }) => verdict === 'held' || verdict === 'violated'));

/** Whether the gate is closed for a reason that lies in no violation. */
const isGateUnexplained = (report: Report): boolean =>
  !report.gate.open && !report.results.some((result) => isBlocking(result, report));

/** More than anybody reads. */
const maxNotifications = 1000;

function createTimes({ startedAt, durationMs }: Report): Record<string, string> {
  const start = Date.parse(startedAt);
  if (Number.isNaN(start)) return {};
  return {
    startTimeUtc: new Date(start).toISOString(),
    endTimeUtc: new Date(start + durationMs).toISOString(),
  };
}

const createNotification = (level: string, text: string): Record<string, unknown> => ({
  level,
  message: { text: renderMessage([text]) },
});

const createResultNotification = (result: Result, level: string): Record<string, unknown> => ({
  ...createNotification(
    level,
    `${result.rule} [${result.subject}]: ${result.verdict}: ${describeReason(result)}${renderRemedy(result.enable)}`,
  ),
  associatedRule: { id: escapeControlCharacters(result.rule) },
});

const renderRemedy = (enable: string | undefined): string => (enable ? ` (to decide it: ${enable})` : '');
