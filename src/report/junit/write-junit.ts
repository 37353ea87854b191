import type { Report, Result } from '../../model/result/report.js';
import { bySuite, isBlocking } from '../results/group-results.js';
import { narration } from '../text/describe-violation.js';
import { extent, gateLine, headline, nameOf, reason, remarks, waiver } from '../text/report-words.js';
import { type Element, element, textual, xmlDocument } from './xml.js';

/**
 * For CI servers. A test is red exactly when its result closes the gate by itself; everything else that was
 * seen is in the output of its test. A gate that is closed for another reason gets a red test of its own,
 * so that no file is green whose gate is closed.
 */
export function writeJunit(report: Report): string {
  const suites = [...bySuite(report.results)].map(([name, results]) => ({
    name,
    cases: results.map((result) => testcase(result, report)),
  }));
  const all = [
    ...suites,
    ...gateSuite(
      report,
      suites.flatMap(({ cases }) => cases),
    ),
  ];
  const root = element(
    'testsuites',
    {
      name: `${report.kit.name}: ${nameOf(report)}`,
      ...counts(all.flatMap(({ cases }) => cases)),
      time: (report.durationMs / 1000).toFixed(3),
      timestamp: report.startedAt,
    },
    all.map((suite) => testsuite(suite, report)),
  );
  return xmlDocument(root);
}

interface Suite {
  readonly name: string;
  readonly cases: readonly Element[];
}

const testsuite = ({ name, cases }: Suite, report: Report): Element =>
  element('testsuite', { name, ...counts(cases), timestamp: report.startedAt }, [properties(report), ...cases]);

function testcase(result: Result, report: Report): Element {
  const attributes = { name: `${result.title} [${result.subject}]`, classname: result.rule };
  return element('testcase', attributes, [...outcome(result, report), ...output(result, report)]);
}

function outcome(result: Result, report: Report): Element[] {
  if (result.verdict === 'held') return [];
  if (result.verdict === 'errored')
    return [textual('error', { message: reason(result), type: 'errored' }, reason(result))];
  if (result.verdict !== 'violated') {
    return [element('skipped', { message: `${result.verdict}: ${reasonWithWayOut(result)}` })];
  }
  if (result.waived) return [element('skipped', { message: waiver(result.waived) })];
  if (!isBlocking(result, report)) return [];
  return [
    textual('failure', { message: headline(result), type: `${result.level} violated` }, narration(result, report)),
  ];
}

const reasonWithWayOut = (result: Result): string =>
  result.enable ? `${reason(result)} (to decide it: ${result.enable})` : reason(result);

function output(result: Result, report: Report): Element[] {
  const lines = [
    ...(result.verdict === 'held' ? [extent(result)] : []),
    ...(result.verdict === 'violated' && !isBlocking(result, report)
      ? [observed(result), narration(result, report)]
      : []),
    ...(result.notes ?? []).map((note) => `note: ${note}`),
  ];
  return lines.length > 0 ? [textual('system-out', {}, lines.join('\n'))] : [];
}

const observed = (result: Result): string =>
  `violated, and does not close the gate (${[result.level, ...remarks(result)].join(', ')})`;

function properties({ kit, seed, target, run }: Report): Element {
  const given = { kit: `${kit.name} ${kit.version}`, target: target.baseUrl, seed, permission: run.permit };
  return element(
    'properties',
    {},
    Object.entries(given).map(([name, value]) => element('property', { name, value })),
  );
}

function gateSuite(report: Report, cases: readonly Element[]): Suite[] {
  const isRed = cases.some((each) => has(each, 'failure') || has(each, 'error'));
  if (report.gate.open || isRed) return [];
  const message = report.gate.reasons.join('; ') || 'the gate is closed';
  const failure = textual('failure', { message, type: 'gate' }, [gateLine(report), ...report.gate.reasons].join('\n'));
  return [{ name: 'gate', cases: [element('testcase', { name: 'the gate is open', classname: 'gate' }, [failure])] }];
}

function counts(cases: readonly Element[]): Record<string, number> {
  const withChild = (name: string) => cases.filter((each) => has(each, name)).length;
  return {
    tests: cases.length,
    failures: withChild('failure'),
    errors: withChild('error'),
    skipped: withChild('skipped'),
  };
}

const has = ({ children = [] }: Element, name: string): boolean => children.some((child) => child.name === name);
