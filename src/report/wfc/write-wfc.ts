import type { RecordedExchange, Report, Result } from '../../model/result/report.js';
import { jsonText } from '../json/json-text.js';
import { isBlocking, withVerdict } from '../results/group-results.js';
import { identityOf } from '../results/result-identity.js';
import { visible } from '../text/escape-control-characters.js';
import { headline, reason } from '../text/report-words.js';
import { faultOf } from './fault-categories.js';
import { type Operations, operationsOf } from './operations.js';

/** For tools that read reports of Web Fuzzing Commons (report schema 0.8.0): violations as faults, by code. */
export function writeWfc(report: Report): string {
  const operations = operationsOf(report);
  const violated = withVerdict(report, 'violated');
  const tried = report.results.filter(({ cases, verdict }) => cases > 0 || verdict === 'violated');
  return jsonText({
    schemaVersion: '0.8.0',
    toolName: report.kit.name,
    toolVersion: visible(report.kit.version),
    creationTime: report.startedAt,
    faults: { totalNumber: violated.length, foundFaults: violated.map((result) => foundFault(result, operations)) },
    problemDetails: { rest: rest(report, violated, operations) },
    totalTests: tried.length,
    testFilePaths: [],
    testCases: tried.map((result) => ({
      id: identityOf(result),
      name: visible(`${result.title} [${result.subject}]`),
    })),
    executionTimeInSeconds: Math.round(report.durationMs / 1000),
    warnings: warnings(report),
  });
}

/** The context tells faults of one code apart, so it holds the identity and nothing that was drawn. */
const foundFault = (result: Result, operations: Operations): Record<string, unknown> => ({
  operationId: faultOperation(result, operations),
  testCaseId: identityOf(result),
  faultCategories: [{ ...faultOf(result), context: visible(`${identityOf(result)}: ${result.title}`) }],
});

function faultOperation(result: Result, operations: Operations): string {
  const shown = shownBy(result).at(-1);
  return shown ? operations.of(shown) : operations.ofSubject(result.subject);
}

function rest(report: Report, violated: readonly Result[], operations: Operations): Record<string, unknown> {
  const covered = violated.flatMap((result) => coveredBy(result, operations));
  const collections = report.survey.collections.map(({ path }) => `GET:${visible(path)}`);
  const faulty = violated.map((result) => faultOperation(result, operations));
  return {
    outputHttpCalls: violated.reduce((sum, result) => sum + shownBy(result).length, 0),
    evaluatedHttpCalls: report.requests,
    endpointIds: [...new Set([...collections, ...covered.map(({ endpointId }) => endpointId), ...faulty])],
    coveredHttpStatus: covered,
  };
}

/** The statuses that are on record for an operation: of what was sent to see a violation, and no more. */
function coveredBy(result: Result, operations: Operations) {
  const statuses = new Map<string, Set<number>>();
  for (const exchange of shownBy(result)) {
    const operation = operations.of(exchange);
    const seen = statuses.get(operation) ?? new Set();
    const status = exchange.answer?.status;
    statuses.set(operation, status !== undefined && status >= 0 && status <= 599 ? seen.add(status) : seen);
  }
  const testCaseId = identityOf(result);
  return [...statuses].map(([endpointId, seen]) => ({ endpointId, testCaseId, httpStatus: [...seen] }));
}

const shownBy = ({ evidence }: Result): readonly RecordedExchange[] => evidence?.exchanges ?? [];

function warnings(report: Report): Record<string, unknown>[] {
  const early = report.run.endedEarly ? [warning('run', `the run ended early: ${report.run.endedEarly}`, 1)] : [];
  const broken = withVerdict(report, 'errored').map((result) =>
    warning('kit', `${identityOf(result)}: ${reason(result)}`, 1),
  );
  const waived = withVerdict(report, 'violated').flatMap((result) =>
    result.waived
      ? [warning('waiver', `${identityOf(result)} is waived: ${result.waived.reason}; ${headline(result)}`, 2)]
      : [],
  );
  const undecided = withVerdict(report, 'inconclusive').map((result) =>
    warning('undecided', `${identityOf(result)}: ${reason(result)}`, 3),
  );
  const doubts = report.survey.contradictions.map((each) => warning('survey', each, 4));
  const isTold = report.gate.open || withVerdict(report, 'violated').some((result) => isBlocking(result, report));
  const gate = isTold ? [] : report.gate.reasons.map((each) => warning('gate', `the gate is closed: ${each}`, 1));
  return [...gate, ...early, ...broken, ...waived, ...undecided, ...doubts];
}

const warning = (category: string, message: string, displayPriority: number): Record<string, unknown> => ({
  message: visible(message),
  category,
  displayPriority,
});
