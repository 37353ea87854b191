import type { Report } from '../../model/result/report.js';
import { countVerdicts } from '../results/group-results.js';
import { describeGate } from '../text/describe-gate.js';
import { formatCount, verdictWords } from '../text/report-words.js';
import { wrapProse } from './layout.js';
import { createRow, createSpan, type Row } from './print.js';

/** Renders the last lines: the number of each verdict, and whether the run passed. */
export function renderClosing(report: Report, width: number): Row[] {
  const { gate, run, results } = report;
  const counts = countVerdicts(results);
  const said = verdictWords.filter((word) => counts[word] > 0).map((word) => `${counts[word]} ${word}`);
  return [
    ...renderUndecidedCases(report, width),
    createRow(said.length > 0 ? said.join(', ') : 'no rule was checked'),
    ...describeOperations(report).map((line) => createRow(line)),
    ...(run.endedEarly ? wrapProse('', `The run ended early: ${run.endedEarly}`, width, 'doubt') : []),
    createRow(createSpan(gate.open ? 'good' : 'bad', describeGate(report))),
    ...gate.reasons.flatMap((why) => wrapProse('  - ', why, width)),
  ];
}

/** One line about the operations of the service. */
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
