import type { Report } from '../../model/result/report.js';
import { withVerdict } from '../results/group-results.js';
import { closing } from './closing.js';
import { header } from './header.js';
import { heading } from './layout.js';
import { gap, print, type Row, type Terminal } from './print.js';
import { errored, undecided } from './undecided.js';
import { asides, unseen } from './unseen.js';
import { verdicts } from './verdicts.js';
import { violation } from './violation.js';

/** What a developer reads first: verdicts, then each violation in full, then what could not be said. */
export function writeConsole(report: Report, terminal: Terminal): string {
  const { width } = terminal;
  const violated = withVerdict(report, 'violated').map((result, index) => violation(result, index + 1, report, width));
  const found = [
    ...violated.map((rows, index) => (index === 0 ? [heading('Violated'), gap, ...rows] : rows)),
    errored(report, width),
    undecided(report, width),
  ];
  const around = { before: verdicts(report, width), after: [unseen(report, width), ...asides(report, width)] };
  const sections = terminal.isBrief ? found : [around.before, ...found, ...around.after];
  const whole = [header(report, width), ...sections, closing(report, width)].filter(({ length }) => length > 0);
  return print(whole.flatMap(separated), terminal);
}

const separated = (rows: readonly Row[], index: number): readonly Row[] => (index === 0 ? rows : [gap, ...rows]);
