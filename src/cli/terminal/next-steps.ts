import { join } from 'node:path';
import type { Report, Result } from '../../model/result/report.js';
import { heading, prose } from '../../report/console/layout.js';
import { gap, print, type Row, type Terminal, wholeRow } from '../../report/console/print.js';
import { formats } from '../../report/render.js';
import { withVerdict } from '../../report/results/group-results.js';
import { quoted } from '../commands/clean/describe-cleanup.js';
import { replayLine } from '../commands/replay/replay-command.js';

/** What can be done about a report, as commands where there are any; empty where nothing wants to be done. */
export function nextSteps(report: Report, file: string, terminal: Terminal): string {
  const rows = [...aboutViolations(report, file, terminal.width), ...aboutDoubts(report, terminal.width)];
  return rows.length === 0 ? '' : print([heading('Next'), ...rows, gap], terminal);
}

/** Which files to open: the page for a person first, where it was written, then the record that commands read. */
export function whereItIs(out: string, format: readonly string[]): string {
  const record = join(out, formats.json);
  return format.includes('html')
    ? `Report: ${join(out, formats.html)}, for a browser; ${record}, for a program`
    : `Report: ${record}`;
}

/** A violation that closes the gate comes before one that does not. */
function aboutViolations(report: Report, file: string, width: number): Row[] {
  const violated = withVerdict(report, 'violated');
  const unwaived = violated.filter(({ waived }) => waived === undefined);
  const first = unwaived.find(({ level, stage }) => level === 'MUST' && stage === 'stable') ?? unwaived[0];
  if (first === undefined) return [];
  return [
    command('see it again', replayLine(report, file, violated.indexOf(first) + 1)),
    command('what it wants', `assay explain ${quoted(first.rule)}`),
    command('only this', `assay ${report.run.demo ? 'demo' : 'run'} … --only ${quoted(first.rule)}`),
    ...(report.gate.open ? [] : prose(label('accept it'), waiving(first), width)),
  ];
}

const waiving = ({ rule, subject }: Result): string =>
  `a waiver in the profile (waivers: rule ${rule}, subject ${subject}, reason, owner, until), or one in the file of --baseline`;

/** What would decide most of what could not be told. */
function aboutDoubts(report: Report, width: number): Row[] {
  const counts = new Map<string, number>();
  for (const { enable } of withVerdict(report, 'inconclusive'))
    if (enable !== undefined) counts.set(enable, (counts.get(enable) ?? 0) + 1);
  return [...counts]
    .sort((one, other) => other[1] - one[1])
    .slice(0, mostNamed)
    .flatMap(([enable, count]) => prose(label(`decide ${count} more`), enable, width));
}

const mostNamed = 2;

const label = (text: string): string => `  ${text.padEnd(14)}  `;

/** A command is copied, so it is never cut. */
const command = (what: string, line: string): Row => wholeRow(label(what), line);
