import type { Report } from '../../model/result/report.js';
import { countVerdicts } from '../results/group-results.js';
import { describeGate } from '../text/describe-gate.js';
import { verdictWords } from '../text/report-words.js';
import { wrapProse } from './layout.js';
import { createRow, createSpan, type Row } from './print.js';

/** Renders the last lines: the number of each verdict, and whether the run passed. */
export function renderClosing(report: Report, width: number): Row[] {
  const { gate, run, results } = report;
  const counts = countVerdicts(results);
  const said = verdictWords.filter((word) => counts[word] > 0).map((word) => `${counts[word]} ${word}`);
  return [
    createRow(said.length > 0 ? said.join(', ') : 'no rule was checked'),
    ...(run.endedEarly ? wrapProse('', `The run ended early: ${run.endedEarly}`, width, 'doubt') : []),
    createRow(createSpan(gate.open ? 'good' : 'bad', describeGate(report))),
    ...gate.reasons.flatMap((why) => wrapProse('  - ', why, width)),
  ];
}
