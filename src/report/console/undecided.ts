import type { Report, Result } from '../../verdict/report.js';
import { withVerdict } from '../grouping.js';
import { headline, reason } from '../wording.js';
import { prose, section } from './layout.js';
import { type Row, row } from './print.js';

/** What was tried and could not be told, and what would make it decidable. */
export const undecided = (report: Report, width: number): Row[] =>
  section('Undecided', doubts(withVerdict(report, 'inconclusive'), width));

/** Where the kit itself broke: nothing is said about the service. */
export const errored = (report: Report, width: number): Row[] =>
  section('Errored: the kit broke, the service is not accused', doubts(withVerdict(report, 'errored'), width));

const doubts = (results: readonly Result[], width: number): Row[] =>
  results.flatMap((result) => [
    row(`  ${headline(result)} [${result.subject}]  ${result.rule}`),
    ...prose('    ', reason(result), width, 'doubt'),
    ...(result.enable ? prose('    to decide it: ', result.enable, width) : []),
  ]);
