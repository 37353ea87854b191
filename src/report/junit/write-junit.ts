import type { Report, Result } from '../../model/result/report.js';
import { groupBySuite, isBlocking } from '../results/group-results.js';
import { describeViolation } from '../text/describe-violation.js';
import {
  describeExtent,
  describeGate,
  describeReason,
  formatTargetName,
  formatWaiver,
  getHeadline,
  listRemarks,
} from '../text/report-words.js';
import { createElement, createTextElement, renderXmlDocument, type XmlNode } from './xml.js';

/**
 * For CI servers. A test is red exactly when its result closes the gate by itself; everything else that was
 * seen is in the output of its test. A gate that is closed for another reason gets a red test of its own,
 * so that no file is green whose gate is closed.
 */
export function writeJunit(report: Report): string {
  const suites = [...groupBySuite(report.results)].map(([name, results]) => ({
    name,
    cases: results.map((result) => createTestCase(result, report)),
  }));
  const all = [
    ...suites,
    ...createGateSuite(
      report,
      suites.flatMap(({ cases }) => cases),
    ),
  ];
  const root = createElement(
    'testsuites',
    {
      name: `${report.kit.name}: ${formatTargetName(report)}`,
      ...countCases(all.flatMap(({ cases }) => cases)),
      time: (report.durationMs / 1000).toFixed(3),
      timestamp: report.startedAt,
    },
    all.map((suite) => createTestSuite(suite, report)),
  );
  return renderXmlDocument(root);
}

interface Suite {
  readonly name: string;
  readonly cases: readonly XmlNode[];
}

const createTestSuite = ({ name, cases }: Suite, report: Report): XmlNode =>
  createElement('testsuite', { name, ...countCases(cases), timestamp: report.startedAt }, [
    createProperties(report),
    ...cases,
  ]);

function createTestCase(result: Result, report: Report): XmlNode {
  const attributes = { name: `${result.title} [${result.subject}]`, classname: result.rule };
  return createElement('testcase', attributes, [...createOutcome(result, report), ...createOutput(result, report)]);
}

function createOutcome(result: Result, report: Report): XmlNode[] {
  if (result.verdict === 'held') return [];
  if (result.verdict === 'errored')
    return [createTextElement('error', { message: describeReason(result), type: 'errored' }, describeReason(result))];
  if (result.verdict !== 'violated') {
    return [createElement('skipped', { message: `${result.verdict}: ${describeReasonWithRemedy(result)}` })];
  }
  if (result.waived) return [createElement('skipped', { message: formatWaiver(result.waived) })];
  if (!isBlocking(result, report)) return [];
  return [
    createTextElement(
      'failure',
      { message: getHeadline(result), type: `${result.level} violated` },
      describeViolation(result, report),
    ),
  ];
}

const describeReasonWithRemedy = (result: Result): string =>
  result.enable ? `${describeReason(result)} (to decide it: ${result.enable})` : describeReason(result);

function createOutput(result: Result, report: Report): XmlNode[] {
  const lines = [
    ...(result.verdict === 'held' ? [describeExtent(result)] : []),
    ...(result.verdict === 'violated' && !isBlocking(result, report)
      ? [describeViolated(result), describeViolation(result, report)]
      : []),
    ...(result.notes ?? []).map((note) => `note: ${note}`),
  ];
  return lines.length > 0 ? [createTextElement('system-out', {}, lines.join('\n'))] : [];
}

const describeViolated = (result: Result): string =>
  `violated, and does not close the gate (${[result.level, ...listRemarks(result)].join(', ')})`;

function createProperties({ kit, seed, target, run }: Report): XmlNode {
  const given = { kit: `${kit.name} ${kit.version}`, target: target.baseUrl, seed, permission: run.permit };
  return createElement(
    'properties',
    {},
    Object.entries(given).map(([name, value]) => createElement('property', { name, value })),
  );
}

function createGateSuite(report: Report, cases: readonly XmlNode[]): Suite[] {
  const isRed = cases.some((each) => hasChild(each, 'failure') || hasChild(each, 'error'));
  if (report.gate.open || isRed) return [];
  const message = report.gate.reasons.join('; ') || 'the gate is closed';
  const failure = createTextElement(
    'failure',
    { message, type: 'gate' },
    [describeGate(report), ...report.gate.reasons].join('\n'),
  );
  return [
    { name: 'gate', cases: [createElement('testcase', { name: 'the gate is open', classname: 'gate' }, [failure])] },
  ];
}

function countCases(cases: readonly XmlNode[]): Record<string, number> {
  const withChild = (name: string) => cases.filter((each) => hasChild(each, name)).length;
  return {
    tests: cases.length,
    failures: withChild('failure'),
    errors: withChild('error'),
    skipped: withChild('skipped'),
  };
}

const hasChild = ({ children = [] }: XmlNode, name: string): boolean => children.some((child) => child.name === name);
