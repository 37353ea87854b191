import type { Report, Result } from '../../model/result/report.js';
import { jsonText } from '../json/json-text.js';
import { type Outcome, otherReasons, outcomeOf, proofOf, reasonOf } from '../results/as-test.js';
import { suiteOf } from '../results/group-results.js';
import { fingerprintOf, identityOf } from '../results/result-identity.js';
import { visible } from '../text/escape-control-characters.js';
import { gateLine } from '../text/report-words.js';

/** For tools that read the Common Test Report Format: a test for each rule and subject, its word kept as `rawStatus`. */
export function writeCtrf(report: Report): string {
  const tests = [...report.results.map((result) => testOf(result, report)), ...gateTest(report)];
  const { kit, target, startedAt } = report;
  return jsonText({
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    ...(Number.isNaN(Date.parse(startedAt)) ? {} : { timestamp: startedAt }),
    generatedBy: `${kit.name} ${visible(kit.version)}`,
    results: {
      tool: { name: kit.name, version: visible(kit.version) },
      summary: summary(report, tests),
      tests,
      environment: {
        appName: visible(target.name),
        ...(target.version !== undefined && { appVersion: visible(target.version) }),
        testEnvironment: visible(target.baseUrl),
        healthy: !report.run.endedEarly && (report.gate.exit === 0 || report.gate.exit === 1),
      },
      extra: { gate: gateLine(report), seed: report.seed, requests: report.requests, permission: report.run.permit },
    },
  });
}

interface Test {
  readonly status: Status;
  readonly suite: readonly string[];
  readonly [member: string]: unknown;
}

type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

/** `other` stands for what a report must not call passed, failed or skipped: it was looked at, and turns nothing red. */
const statuses: Readonly<Record<Outcome, Status>> = {
  passed: 'passed',
  failed: 'failed',
  allowed: 'other',
  open: 'other',
  skipped: 'skipped',
};

function testOf(result: Result, report: Report): Test {
  const { title, subject, verdict, level, family, stage, clause, cases, requests, waived } = result;
  const trace = proofOf(result, report);
  return {
    testId: fingerprintOf(result),
    name: visible(`${title} [${subject}]`),
    status: statuses[outcomeOf(result, report)],
    rawStatus: waived ? `${verdict}, waived` : verdict,
    // How long one rule took is not recorded.
    duration: 0,
    suite: [visible(suiteOf(result)), visible(result.rule)],
    type: 'conformance',
    message: reasonOf(result, report),
    ...(trace !== undefined && { trace }),
    tags: [level, `${family} family`, stage],
    labels: { clause: visible(clause), identity: identityOf(result) },
    extra: { cases, requests },
  };
}

function gateTest(report: Report): Test[] {
  const message = otherReasons(report);
  if (message === undefined) return [];
  return [{ name: 'the gate is open', status: 'failed', rawStatus: 'closed', duration: 0, suite: ['gate'], message }];
}

function summary({ startedAt, durationMs }: Report, tests: readonly Test[]): Record<string, number> {
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
