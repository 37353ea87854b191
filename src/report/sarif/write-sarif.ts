import { isDecided } from '../../model/result/findings.js';
import type { Report, Result } from '../../model/result/report.js';
import { renderJsonText } from '../json/json-text.js';
import { filterByVerdict, groupUncheckedByReason, isBlocking } from '../results/group-results.js';
import type { SourceFiles } from '../results/report-location.js';
import { listUnwaivedViolations } from '../results/violation-level.js';
import { describeGate, describeHarmLines, nameClosedGate } from '../text/describe-gate.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { describeReason, describeRemedy, formatCount, verdictWords } from '../text/report-words.js';
import { renderMessage } from './message-text.js';
import { createSarifResult } from './results.js';
import { createDescriptor } from './rules.js';

const maxNotifications = 1000;

export interface SarifLimits {
  readonly results: number;
  readonly rules: number;
  readonly octets: number;
}

/** GitHub rejects more than 25,000 results or, compressed, more than 10 MB; this writes at most 5,000 rules. */
export const githubLimits: SarifLimits = { results: 25_000, rules: 5_000, octets: 9_500_000 };

/**
 * Writes SARIF 2.1.0 for code scanning: violations without a waiver. GitHub opens an alert for every entry among the
 * results, whether it passed or was suppressed, so other results are written as notifications, or to `sarif-full`.
 * The category is left to the uploader, because a category in the file would override it.
 */
export const writeSarif = (report: Report, files: SourceFiles = {}, limits = githubLimits): string =>
  fitLog({ report, files, limits }, listUnwaivedViolations(report));

/** Writes every verdict with its kind, waived ones as suppressed: for tools that support kinds and suppressions. */
export function writeFullSarif(report: Report, files: SourceFiles = {}, limits = githubLimits): string {
  const waived = report.results.filter((result) => result.verdict === 'violated' && result.waived);
  const rest = verdictWords.filter((word) => word !== 'violated');
  const others = rest.flatMap((word) => report.results.filter(({ verdict }) => verdict === word));
  return fitLog({ report, files, limits }, [...listUnwaivedViolations(report), ...waived, ...others]);
}

interface SarifRequest {
  readonly report: Report;
  readonly files: SourceFiles;
  readonly limits: SarifLimits;
}

/** Omits optional parts first, then results from the end, which are the least severe. */
function fitLog(order: SarifRequest, results: readonly Result[]): string {
  const { limits } = order;
  let kept = Math.min(results.length, limits.results);
  let text = renderLog(order, results, kept, false);
  for (let isBrief = false; Buffer.byteLength(text) > limits.octets && kept > 0; isBrief = true) {
    if (isBrief) kept = Math.floor(kept * Math.min(0.9, (0.9 * limits.octets) / Buffer.byteLength(text)));
    text = renderLog(order, results, kept, true);
  }
  return text;
}

function renderLog({ report, files, limits }: SarifRequest, all: readonly Result[], kept: number, isBrief: boolean) {
  const wanted = all.slice(0, kept);
  const described = listRules(report, wanted).slice(0, limits.rules);
  const order = new Map(described.map(({ rule }, index) => [rule, index]));
  const results = wanted.filter(({ rule }) => order.has(rule));
  const setting = { report, files, indexOf: (rule: string) => order.get(rule) ?? -1, isBrief };
  return renderJsonText({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        invocations: [createInvocation(report, all.length - results.length)],
        tool: { driver: createDriver(report, described) },
        columnKind: 'utf16CodeUnits',
        results: results.map((result) => createSarifResult(result, setting)),
      },
    ],
  });
}

/** Selects one result of each rule; results with violations come first. */
function listRules({ results }: Report, wanted: readonly Result[]): Result[] {
  const first = new Map<string, Result>();
  for (const result of [...wanted, ...results]) if (!first.has(result.rule)) first.set(result.rule, result);
  return [...first.values()];
}

const createDriver = (report: Report, described: readonly Result[]): Record<string, unknown> => ({
  name: report.kit.name,
  version: escapeControlCharacters(report.kit.version),
  ...(/^\d+\.\d+\.\d+/.test(report.kit.version) && { semanticVersion: escapeControlCharacters(report.kit.version) }),
  rules: described.map((result) => createDescriptor(result, report)),
});

/** Describes the run (§3.20), with notifications for inconclusive results and internal errors. */
function createInvocation(report: Report, leftOut: number): Record<string, unknown> {
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
          `${verdict}: ${why}: ${formatCount(results.length, 'verdict')}${describeRemedy({ enable })}`,
        ),
      ),
    ].slice(0, maxNotifications),
  };
}

/** Whether the results are those of a complete run with at least one verdict: otherwise a file without results means nothing. */
const hasFinished = ({ run, gate, results }: Report): boolean =>
  !run.endedEarly && (gate.exit === 0 || gate.exit === 1) && (gate.open || results.some(isDecided));

/** Whether the run failed for a reason other than a violation. */
const isGateUnexplained = (report: Report): boolean =>
  !report.gate.open && !report.results.some((result) => isBlocking(result, report));

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
    `${result.rule} [${result.subject}]: ${result.verdict}: ${describeReason(result)}${describeRemedy(result)}`,
  ),
  associatedRule: { id: escapeControlCharacters(result.rule) },
});
