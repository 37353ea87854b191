import type { Report } from '../../model/result/report.js';
import { tally } from '../results/group-results.js';
import { gateLine, words } from '../text/report-words.js';
import { prose } from './layout.js';
import { as, type Row, row } from './print.js';

/** The last lines: how often each word was said, and what the gate makes of it. */
export function closing(report: Report, width: number): Row[] {
  const { gate, run, results } = report;
  const counts = tally(results);
  const said = words.filter((word) => counts[word] > 0).map((word) => `${counts[word]} ${word}`);
  return [
    row(said.length > 0 ? said.join(', ') : 'no rule was tried'),
    ...(run.endedEarly ? prose('', `The run ended early: ${run.endedEarly}`, width, 'doubt') : []),
    row(as(gate.open ? 'good' : 'bad', gateLine(report))),
    ...gate.reasons.flatMap((why) => prose('  - ', why, width)),
  ];
}
