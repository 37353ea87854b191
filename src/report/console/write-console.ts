import { listFindings } from '../../model/result/findings.js';
import type { Report, Result } from '../../model/result/report.js';
import { addUpRequests, requestPurposes, type SuiteRequests } from '../../model/result/request-split.js';
import { groupBy } from '../../model/values/group-by.js';
import { describeCounts, filterByVerdict } from '../results/group-results.js';
import { describeGate } from '../text/describe-gate.js';
import { describeEndingWaivers } from '../text/ending-waivers.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { countColumns } from '../text/fit-width.js';
import { describeExtent, describeReason, formatCount, getHeadline } from '../text/report-words.js';
import { renderHeader } from './header.js';
import type { Row, Terminal } from './print.js';
import { createRow, createSpan, emptyRow, renderHeading, renderRowSection, renderRows, wrapProse } from './print.js';
import { renderNoteSections, renderUncheckedRows } from './unseen.js';
import { renderViolationRows } from './violation.js';

const columnWidth = 13;

/** Renders a report for a developer: each violation in full, the checks without a conclusion, then what held. */
export function writeConsole(report: Report, terminal: Terminal): string {
  const { width } = terminal;
  const violated = listFindings(report).map(({ number, result }) => renderViolationRows(result, number, report, width));
  const sections = [
    renderHeader(report, width),
    ...violated.map((rows, index) => (index === 0 ? [renderHeading('Violated'), emptyRow, ...rows] : rows)),
    renderRowSection(
      'Errored: assay failed, not the service',
      renderGroupedReasons(filterByVerdict(report, 'errored'), width),
    ),
    renderRowSection('Inconclusive', renderGroupedReasons(filterByVerdict(report, 'inconclusive'), width)),
    renderRowSection(
      'Held',
      filterByVerdict(report, 'held').flatMap((result) => renderHeldRow(result, width)),
    ),
    renderUncheckedRows(report, width),
    ...renderNoteSections(report, width),
    renderRequestRows(report),
    renderClosing(report, width),
  ].filter(({ length }) => length > 0);
  const separated = sections.flatMap((rows, index) => (index === 0 ? rows : [emptyRow, ...rows]));
  return renderRows(separated, terminal);
}

function renderClosing(report: Report, width: number): Row[] {
  const { gate, run } = report;
  return [
    ...renderUndecidedCases(report, width),
    createRow(describeCounts(report)),
    ...describeOperations(report).map((line) => createRow(line)),
    ...(run.endedEarly ? wrapProse('', `The run ended early: ${run.endedEarly}`, width, 'doubt') : []),
    ...describeEndingWaivers(report).flatMap((line) => wrapProse('', line, width, 'doubt')),
    createRow(createSpan(gate.open ? 'good' : 'bad', describeGate(report))),
    ...gate.reasons.flatMap((why) => wrapProse('  - ', why, width)),
  ];
}

function describeOperations({ coverage: { operations = [] } }: Report): string[] {
  if (operations.length === 0) return [];
  const called = operations.filter(({ rules }) => rules.length > 0).length;
  const decided = operations.filter(({ held, violated }) => held + violated >= 3).length;
  return [`operations: ${called} of ${operations.length} called, ${decided} with at least three decided checks`];
}

/** Says how many cases were undecided, and why, before the line that says whether the run passed. */
function renderUndecidedCases({ reach }: Report, width: number): Row[] {
  if (reach === undefined || reach.cases.undecided === 0) return [];
  const { decided, undecided, reasons } = reach.cases;
  return [
    createRow(createSpan('doubt', `${undecided} of ${formatCount(decided + undecided, 'case')} undecided:`)),
    ...reasons.flatMap(({ why, cases }) => wrapProse(`  ${cases} `, why, width)),
  ];
}

/** Prints a shared reason once, below its checks: one violation can make dozens of checks inconclusive. */
function renderGroupedReasons(results: readonly Result[], width: number): Row[] {
  const groups = groupBy(results, (result) => JSON.stringify([describeReason(result), result.enable]));
  return [...groups.values()].flatMap((group) => [
    ...group.flatMap((result) => wrapProse('  ', `${getHeadline(result)} [${result.subject}] ${result.rule}`, width)),
    ...group.slice(0, 1).flatMap((result) => renderReason(result, width)),
  ]);
}

/** The title and the id stay whole; what does not fit into one line follows below. */
function renderHeldRow(result: Result, width: number): Row[] {
  const { level, rule, subject, title } = result;
  const lead = `  ${level.padEnd('SHOULD'.length)} `;
  const [name, proof] = [`${title} [${subject}]`, `${rule}, ${describeExtent(result)}`].map(escapeControlCharacters);
  if (countColumns(`${lead}${name}  ${proof}`) <= width)
    return [createRow(`${lead}${name}`, createSpan('faint', `  ${proof}`))];
  return [...wrapProse(lead, name ?? '', width), ...wrapProse(' '.repeat(lead.length), proof ?? '', width, 'faint')];
}

const renderReason = (result: Result, width: number): Row[] => [
  ...wrapProse('    ', describeReason(result), width, 'doubt'),
  ...(result.enable ? wrapProse('    To get a verdict: ', result.enable, width) : []),
];

/** Renders how many requests each suite sent, by purpose, and the sums. */
export function renderRequestRows({ requestsBySuite = [] }: Report): Row[] {
  if (requestsBySuite.length === 0) return [];
  const shared = requestsBySuite.find(({ suite }) => suite === '-');
  const suites = requestsBySuite.filter((row) => row !== shared).sort((one, other) => sum(other) - sum(one));
  const rows = [
    ...suites,
    ...(shared ? [{ ...shared, suite: '(shared)' }] : []),
    addUpRequests('sum', requestsBySuite),
  ];
  const width = Math.max(...rows.map(({ suite }) => suite.length));
  const cells = (name: string, numbers: readonly (string | number)[]) =>
    `  ${name.padEnd(width)}${numbers.map((number) => String(number).padStart(columnWidth)).join('')}`;
  return renderRowSection('Requests', [
    createRow(createSpan('faint', cells('', [...requestPurposes, 'sum']))),
    ...rows.map((row) => createRow(cells(row.suite, [...requestPurposes.map((purpose) => row[purpose]), sum(row)]))),
  ]);
}

const sum = (row: SuiteRequests): number => requestPurposes.reduce((total, purpose) => total + row[purpose], 0);
