import { listFindings } from '../../model/result/findings.js';
import type { RecordedExchange, Report, Result } from '../../model/result/report.js';
import { renderJsonText } from '../json/json-text.js';
import { filterByVerdict, isBlocking } from '../results/group-results.js';
import { createOperationNames, type OperationNames } from '../results/operation-names.js';
import { formatIdentity } from '../results/result-identity.js';
import { nameClosedGate } from '../text/describe-gate.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { describeReason, getHeadline } from '../text/report-words.js';
import { categorizeViolation } from './fault-categories.js';

/** Writes a report of Web Fuzzing Commons (report schema 0.8.0): violations as faults, by code. */
export function writeWfc(report: Report): string {
  const operations = createOperationNames(report);
  const violated = listFindings(report).map(({ result }) => result);
  const tried = report.results.filter(({ cases, verdict }) => cases > 0 || verdict === 'violated');
  return renderJsonText({
    schemaVersion: '0.8.0',
    toolName: report.kit.name,
    toolVersion: escapeControlCharacters(report.kit.version),
    creationTime: report.startedAt,
    warnings: listWarnings(report),
    faults: {
      totalNumber: violated.length,
      foundFaults: violated.map((result) => createFoundFault(result, operations)),
    },
    problemDetails: { rest: createRest(report, violated, operations) },
    totalTests: tried.length,
    testFilePaths: [],
    testCases: tried.map((result) => ({
      id: formatIdentity(result),
      name: escapeControlCharacters(`${result.title} [${result.subject}]`),
    })),
    executionTimeInSeconds: Math.round(report.durationMs / 1000),
  });
}

/** The context distinguishes faults with one code, so it contains the identity and no generated value. */
const createFoundFault = (result: Result, operations: OperationNames): Record<string, unknown> => ({
  operationId: findOperation(result, operations),
  testCaseId: formatIdentity(result),
  faultCategories: [
    { ...categorizeViolation(result), context: escapeControlCharacters(`${formatIdentity(result)}: ${result.title}`) },
  ],
});

function findOperation(result: Result, operations: OperationNames): string {
  const shown = listExchanges(result).at(-1);
  return shown ? operations.nameExchange(shown) : operations.nameSubject(result.subject);
}

function createRest(report: Report, violated: readonly Result[], operations: OperationNames): Record<string, unknown> {
  const covered = violated.flatMap((result) => listCovered(result, operations));
  const collections = report.survey.collections.map(({ path }) => `GET:${escapeControlCharacters(path)}`);
  const faulty = violated.map((result) => findOperation(result, operations));
  return {
    outputHttpCalls: violated.reduce((sum, result) => sum + listExchanges(result).length, 0),
    evaluatedHttpCalls: report.requests,
    endpointIds: [...new Set([...collections, ...covered.map(({ endpointId }) => endpointId), ...faulty])],
    coveredHttpStatus: covered,
  };
}

/** The recorded statuses of an operation: only those of exchanges in the evidence of violations. */
function listCovered(result: Result, operations: OperationNames) {
  const statuses = new Map<string, Set<number>>();
  for (const exchange of listExchanges(result)) {
    const operation = operations.nameExchange(exchange);
    const seen = statuses.get(operation) ?? new Set();
    const status = exchange.answer?.status;
    statuses.set(operation, status !== undefined && status >= 0 && status <= 599 ? seen.add(status) : seen);
  }
  const testCaseId = formatIdentity(result);
  return [...statuses].map(([endpointId, seen]) => ({ endpointId, testCaseId, httpStatus: [...seen] }));
}

const listExchanges = ({ evidence }: Result): readonly RecordedExchange[] => evidence?.exchanges ?? [];

function listWarnings(report: Report): Record<string, unknown>[] {
  const early = report.run.endedEarly ? [createWarning('run', `the run ended early: ${report.run.endedEarly}`, 1)] : [];
  const broken = filterByVerdict(report, 'errored').map((result) =>
    createWarning('kit', `${formatIdentity(result)}: ${describeReason(result)}`, 1),
  );
  const waived = filterByVerdict(report, 'violated').flatMap((result) =>
    result.waived
      ? [
          createWarning(
            'waiver',
            `${formatIdentity(result)} is waived: ${result.waived.reason}; ${getHeadline(result)}`,
            2,
          ),
        ]
      : [],
  );
  const undecided = filterByVerdict(report, 'inconclusive').map((result) =>
    createWarning('undecided', `${formatIdentity(result)}: ${describeReason(result)}`, 3),
  );
  const doubts = report.survey.contradictions.map((each) => createWarning('survey', each, 4));
  const isTold = report.gate.open || filterByVerdict(report, 'violated').some((result) => isBlocking(result, report));
  const gate =
    isTold && report.harm === undefined
      ? []
      : report.gate.reasons.map((each) => createWarning('gate', `${nameClosedGate(report.gate)}: ${each}`, 1));
  return [...gate, ...early, ...broken, ...waived, ...undecided, ...doubts];
}

const createWarning = (category: string, message: string, displayPriority: number): Record<string, unknown> => ({
  message: escapeControlCharacters(message),
  category,
  displayPriority,
});
