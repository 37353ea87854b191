import type { Report, Result } from '../../model/result/report.js';
import { filterByVerdict, groupUncheckedByReason, isBlocking } from '../results/group-results.js';
import { describeGate, describeHarmLines, nameClosedGate } from '../text/describe-gate.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { describeReason, formatCount } from '../text/report-words.js';
import { renderMessage } from './message-text.js';

/** Describes the run (§3.20), with notifications for inconclusive results and internal errors. */
export function createInvocation(report: Report, leftOut: number): Record<string, unknown> {
  const errored = filterByVerdict(report, 'errored');
  return {
    executionSuccessful: errored.length === 0 && hasFinished(report),
    exitCode: report.gate.exit,
    exitCodeDescription: renderMessage([describeGate(report), ...report.gate.reasons]),
    ...createTimes(report),
    toolExecutionNotifications: [
      ...describeHarmLines(report).map((line) => createNotification('error', line)),
      ...(leftOut > 0
        ? [
            createNotification(
              'warning',
              `${formatCount(leftOut, 'result')} omitted to limit the size; see report.json`,
            ),
          ]
        : []),
      ...(report.run.endedEarly
        ? [createNotification('warning', `the run ended early: ${report.run.endedEarly}`)]
        : []),
      ...(isGateUnexplained(report)
        ? report.gate.reasons.map((each) => createNotification('error', `${nameClosedGate(report.gate)}: ${each}`))
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

/** Whether the results are those of a complete run with at least one verdict: otherwise a file without results means nothing. */
const hasFinished = ({ run, gate, results }: Report): boolean =>
  !run.endedEarly &&
  (gate.exit === 0 || gate.exit === 1) &&
  (gate.open || results.some(({ verdict }) => verdict === 'held' || verdict === 'violated'));

/** Whether the run failed for a reason other than a violation. */
const isGateUnexplained = (report: Report): boolean =>
  !report.gate.open && !report.results.some((result) => isBlocking(result, report));

/** Maximum number of notifications. */
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

const renderRemedy = (enable: string | undefined): string => (enable ? ` (to get a verdict: ${enable})` : '');
