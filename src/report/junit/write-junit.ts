import type { Report, Result } from '../../model/result/report.js';
import { describeClosedGate, describeOutcomeReason, listTests } from '../results/as-test.js';
import { groupBySuite, isBlocking } from '../results/group-results.js';
import { describeGate } from '../text/describe-gate.js';
import { describeViolation } from '../text/describe-violation.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { describeExtent, describeReason, formatTargetName, listRemarks } from '../text/report-words.js';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Writes JUnit XML. A test fails if its result fails the run; another one fails if the run failed for another reason. */
export function writeJunit(report: Report): string {
  const suites = [...groupBySuite(listTests(report))].map(([name, results]) => ({
    name,
    cases: results.map((result) => createTestCase(result, report)),
  }));
  const gate = createGateSuite(report);
  const all = report.harm === undefined ? [...suites, ...gate] : [...gate, ...suites];
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
  return `<?xml version="1.0" encoding="UTF-8"?>\n${renderElement(root, '')}\n`;
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
    return [createElement('error', { message: describeReason(result), type: 'errored' }, describeReason(result))];
  const message = describeOutcomeReason(result, report);
  if (result.verdict !== 'violated' || result.waived) return [createElement('skipped', { message })];
  if (!isBlocking(result, report)) return [];
  const attributes = { message, type: `${result.level} violated` };
  return [createElement('failure', attributes, describeViolation(result, report))];
}

function createOutput(result: Result, report: Report): XmlNode[] {
  const lines = [
    ...(result.verdict === 'held' ? [describeExtent(result)] : []),
    ...(result.verdict === 'violated' && !isBlocking(result, report)
      ? [describeViolated(result), describeViolation(result, report)]
      : []),
    ...(result.notes ?? []).map((note) => `note: ${note}`),
  ];
  return lines.length > 0 ? [createElement('system-out', {}, lines.join('\n'))] : [];
}

const describeViolated = (result: Result): string =>
  `violated, and does not fail the run (${[result.level, ...listRemarks(result)].join(', ')})`;

function createProperties(report: Report): XmlNode {
  const { kit, seed, target, run, results } = report;
  const leftOut = results.length - listTests(report).length;
  const given = {
    kit: `${kit.name} ${kit.version}`,
    target: target.baseUrl,
    seed,
    permission: run.permit,
    ...(leftOut > 0 && { 'left out': leftOut }),
  };
  return createElement(
    'properties',
    {},
    Object.entries(given).map(([name, value]) => createElement('property', { name, value })),
  );
}

function createGateSuite(report: Report): Suite[] {
  const message = describeClosedGate(report);
  if (message === undefined) return [];
  const text = [describeGate(report), ...report.gate.reasons].join('\n');
  const failure = createElement('failure', { message, type: 'gate' }, text);
  return [
    { name: 'gate', cases: [createElement('testcase', { name: 'the audit passed', classname: 'gate' }, [failure])] },
  ];
}

function countCases(cases: readonly XmlNode[]): Record<string, number> {
  const withChild = (name: string) =>
    cases.filter(({ children = [] }) => children.some((child) => child.name === name)).length;
  return {
    tests: cases.length,
    failures: withChild('failure'),
    errors: withChild('error'),
    skipped: withChild('skipped'),
  };
}

/** An XML element; text comes before the children. */
interface XmlNode {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string | number | undefined>>;
  readonly text?: string;
  readonly children?: readonly XmlNode[];
}

const createElement = (name: string, attributes: XmlNode['attributes'], content: readonly XmlNode[] | string = []) =>
  typeof content === 'string' ? { name, attributes, text: content } : { name, attributes, children: content };

function renderElement({ name, attributes = {}, text = '', children = [] }: XmlNode, indent: string): string {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  const start = `${indent}<${name}${given.map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`).join('')}`;
  if (children.length > 0) {
    return `${start}>\n${children.map((child) => renderElement(child, `${indent}  `)).join('\n')}\n${indent}</${name}>`;
  }
  return text === '' ? `${start}/>` : `${start}>${text.split('\n').map(escapeXml).join('\n')}</${name}>`;
}

/** Also removes what XML 1.0 forbids: control characters, lone surrogates, noncharacters. */
const escapeXml = (text: string): string =>
  escapeControlCharacters(text).replace(/[&<>"]/g, (character) => entities[character] ?? '');
