import type { Report, Result } from '../../model/result/report.js';
import { withVerdict } from '../results/group-results.js';
import { headline, reason } from '../text/report-words.js';
import { prose, section } from './layout.js';
import { type Row, row } from './print.js';

/** What was tried and could not be told, and what would make it decidable. */
export const undecided = (report: Report, width: number): Row[] =>
  section('Undecided', doubts(withVerdict(report, 'inconclusive'), width));

/** Where the kit itself broke: nothing is said about the service. */
export const errored = (report: Report, width: number): Row[] =>
  section('Errored: the kit broke, the service is not accused', doubts(withVerdict(report, 'errored'), width));

/** A reason that several have stands once, below them: one violation may leave dozens undecided. */
function doubts(results: readonly Result[], width: number): Row[] {
  const groups = new Map<string, Result[]>();
  for (const result of results) {
    const key = JSON.stringify([reason(result), result.enable]);
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups.values()].flatMap((group) => [
    ...group.map((result) => row(`  ${headline(result)} [${result.subject}]  ${result.rule}`)),
    ...group.slice(0, 1).flatMap((result) => why(result, width)),
  ]);
}

const why = (result: Result, width: number): Row[] => [
  ...prose('    ', reason(result), width, 'doubt'),
  ...(result.enable ? prose('    to decide it: ', result.enable, width) : []),
];
