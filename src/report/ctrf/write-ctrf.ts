import type { Report, Result } from '../../model/result/report.js';
import { renderJsonText } from '../json/json-text.js';
import {
  describeClosedGate,
  describeOutcomeReason,
  describeProof,
  getTestOutcome,
  listTests,
  type TestOutcome,
} from '../results/as-test.js';
import { getSuite } from '../results/group-results.js';
import { fingerprintResult, formatIdentity } from '../results/result-identity.js';
import { describeGate } from '../text/describe-gate.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';

/** Writes the Common Test Report Format: a test for each check, its verdict as `rawStatus`. */
export function writeCtrf(report: Report): string {
  const own = listTests(report).map((result) => createTest(result, report));
  const gate = createGateTest(report);
  const tests = report.harm === undefined ? [...own, ...gate] : [...gate, ...own];
  const { kit, target, startedAt } = report;
  return renderJsonText({
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    ...(Number.isNaN(Date.parse(startedAt)) ? {} : { timestamp: startedAt }),
    generatedBy: `${kit.name} ${escapeControlCharacters(kit.version)}`,
    results: {
      tool: { name: kit.name, version: escapeControlCharacters(kit.version) },
      summary: summarizeTests(report, tests),
      tests,
      environment: {
        appName: escapeControlCharacters(target.name),
        ...(target.version !== undefined && { appVersion: escapeControlCharacters(target.version) }),
        testEnvironment: escapeControlCharacters(target.baseUrl),
        healthy: !report.run.endedEarly && (report.gate.exit === 0 || report.gate.exit === 1),
      },
      extra: {
        gate: describeGate(report),
        seed: report.seed,
        requests: report.requests,
        permission: report.run.permit,
      },
    },
  });
}

interface Test {
  readonly status: Status;
  readonly suite: readonly string[];
  readonly [member: string]: unknown;
}

type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

/** `other` for results that are not passed, failed or skipped: they were checked, and do not fail the run. */
const statuses: Readonly<Record<TestOutcome, Status>> = {
  passed: 'passed',
  failed: 'failed',
  allowed: 'other',
  open: 'other',
  skipped: 'skipped',
};

function createTest(result: Result, report: Report): Test {
  const { title, subject, verdict, level, family, stage, clause, cases, requests, waived } = result;
  const trace = describeProof(result, report);
  return {
    testId: fingerprintResult(result),
    name: escapeControlCharacters(`${title} [${subject}]`),
    status: statuses[getTestOutcome(result, report)],
    rawStatus: waived ? `${verdict}, waived` : verdict,
    // The duration of one check is not recorded.
    duration: 0,
    suite: [escapeControlCharacters(getSuite(result)), escapeControlCharacters(result.rule)],
    type: 'conformance',
    message: describeOutcomeReason(result, report),
    ...(trace !== undefined && { trace }),
    tags: [level, `${family} family`, stage],
    labels: { clause: escapeControlCharacters(clause), identity: formatIdentity(result) },
    extra: { cases, requests },
  };
}

function createGateTest(report: Report): Test[] {
  const message = describeClosedGate(report);
  if (message === undefined) return [];
  return [{ name: 'the audit passed', status: 'failed', rawStatus: 'failed', duration: 0, suite: ['gate'], message }];
}

function summarizeTests({ startedAt, durationMs }: Report, tests: readonly Test[]): Record<string, number> {
  const start = Date.parse(startedAt) || 0;
  const duration = Math.round(durationMs);
  const count = (status: Status) => tests.filter((test) => test.status === status).length;
  return {
    tests: tests.length,
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped'),
    pending: 0,
    other: count('other'),
    suites: new Set(tests.map(({ suite }) => suite[0])).size,
    start,
    stop: start + duration,
    duration,
  };
}
