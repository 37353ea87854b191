import { join } from 'node:path';
import { listFindings } from '../../model/result/findings.js';
import type { Report, Result } from '../../model/result/report.js';
import { countBy } from '../../model/values/group-by.js';
import type { Row, Terminal } from '../../report/console/print.js';
import { createUncutRow, emptyRow, renderHeading, renderRows, wrapProse } from '../../report/console/print.js';
import { formats } from '../../report/formats.js';
import { filterByVerdict } from '../../report/results/group-results.js';
import { quoteForShell } from '../commands/clean/describe-cleanup.js';
import { createReplayCommand } from '../commands/replay/replay-command.js';
import type { ServiceFlags } from '../options/service-options.js';

/** Renders what the user can do next, as commands where possible; empty if there is nothing to do. */
export function renderNextSteps(report: Report, file: string, terminal: Terminal, exec?: ServiceFlags['exec']): string {
  const rows = [
    ...suggestForViolations(report, { file, exec }, terminal.width),
    ...suggestForUndecided(report, terminal.width),
  ];
  return rows.length === 0 ? '' : renderRows([renderHeading('Next'), ...rows, emptyRow], terminal);
}

/** Names the page for people, if written, and how to open it; else the record that commands read. */
export function describeReportFiles(out: string, format: readonly string[]): string {
  const record = join(out, formats.json);
  return format.includes('html')
    ? `Report: ${join(out, formats.html)} (to open it: assay open${out === 'reports' ? '' : ` ${quoteForShell(record)}`})`
    : `Report: ${record}`;
}

/** Suggests steps for the first violation; one that fails the gate comes before one that does not. */
function suggestForViolations(
  report: Report,
  { file, exec }: { readonly file: string; readonly exec: ServiceFlags['exec'] },
  width: number,
): Row[] {
  const found = listFindings(report).find(({ result }) => result.waived === undefined);
  if (found === undefined) return [];
  const { number, result: first } = found;
  return [
    renderCommand('reproduce', createReplayCommand(report, file, number, exec)),
    renderCommand('explain', `assay explain ${quoteForShell(first.rule)}`),
    renderCommand('only this rule', `assay ${report.run.demo ? 'demo' : 'run'} … --only ${quoteForShell(first.rule)}`),
    ...(report.gate.open ? [] : wrapProse(formatLabel('accept'), describeWaiver(first), width)),
  ];
}

const describeWaiver = ({ rule, subject }: Result): string =>
  `add a waiver to the profile (waivers: rule ${rule}, subject ${subject}, reason, owner, until) or to the --baseline file`;

/** Suggests the steps that would give most inconclusive checks a verdict. */
function suggestForUndecided(report: Report, width: number): Row[] {
  const steps = filterByVerdict(report, 'inconclusive').flatMap(({ enable }) => enable ?? []);
  return [...countBy(steps, (step) => step)]
    .sort((one, other) => other[1] - one[1])
    .slice(0, maxNamed)
    .flatMap(([enable, count]) => wrapProse(formatLabel(`${count} inconclusive`), enable, width));
}

const maxNamed = 2;

const formatLabel = (text: string): string => `  ${text.padEnd(14)}  `;

/** A command is copied, so it is never shortened. */
const renderCommand = (what: string, line: string): Row => createUncutRow(formatLabel(what), line);
