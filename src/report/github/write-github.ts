import type { Report, Result } from '../../model/result/report.js';
import { clauseOf, isBlocking, tally, withVerdict } from '../results/group-results.js';
import { visible } from '../text/escape-control-characters.js';
import { counted, gateLine, headline, nameOf, reason, remarks, words } from '../text/report-words.js';

/** GitHub shows ten errors and ten warnings of a step, and drops the others without a word. */
const shown = 10;

/**
 * For the log of a GitHub workflow: lines that its runner turns into annotations. Errors are what closes the gate,
 * warnings what was violated and does not, one notice says how the audit ended.
 */
export function writeGithub(report: Report): string {
  const violated = withVerdict(report, 'violated').filter(({ waived }) => !waived);
  const blocking = violated.filter((result) => isBlocking(result, report));
  const errors = [
    ...blocking.map((result) => annotation(result, report)),
    ...otherReasons(report, blocking.length > 0),
    ...withVerdict(report, 'errored').map(broken),
  ];
  const warnings = violated.filter((result) => !blocking.includes(result)).map((result) => annotation(result, report));
  const lines = [...command('error', errors), ...command('warning', warnings), ...command('notice', [ending(report)])];
  return `${lines.join('\n')}\n`;
}

interface Annotation {
  readonly title: string;
  readonly lines: readonly string[];
}

function command(kind: 'error' | 'warning' | 'notice', annotations: readonly Annotation[]): string[] {
  const rest = annotations.length - shown + 1;
  const seen = rest > 1 ? [...annotations.slice(0, shown - 1), more(rest)] : annotations;
  return seen.map(({ title, lines }) => `::${kind} title=${property(title)}::${lines.map(data).join('%0A')}`);
}

const more = (rest: number): Annotation => ({
  title: `and ${rest} more`,
  lines: ['The job summary and the report have them all.'],
});

function annotation(result: Result, report: Report): Annotation {
  const { level, rule, subject, clause, evidence } = result;
  const sentence = clauseOf(report, result)?.sentence;
  return {
    title: `${[level, ...remarks(result)].join(', ')} ${rule} [${subject}]`,
    lines: [
      headline(result),
      sentence === undefined ? clause : `${clause}: ${sentence}`,
      ...(evidence?.expected === undefined ? [] : [`expected ${JSON.stringify(evidence.expected)}`]),
      ...(evidence?.actual === undefined ? [] : [`actual ${JSON.stringify(evidence.actual)}`]),
      ...(evidence ? [`again: ${evidence.replay}`] : []),
    ],
  };
}

/** A gate may be closed by a waiver, or by an empty run: then no violation tells why the job is red. */
function otherReasons({ gate }: Report, isTold: boolean): Annotation[] {
  if (gate.open || isTold) return [];
  return [{ title: 'the gate is closed', lines: gate.reasons.length > 0 ? gate.reasons : ['no reason was given'] }];
}

const broken = (result: Result): Annotation => ({
  title: `the kit broke in ${result.rule} [${result.subject}]`,
  lines: [reason(result)],
});

function ending(report: Report): Annotation {
  const counts = tally(report.results);
  const said = words.filter((word) => counts[word] > 0).map((word) => `${counts[word]} ${word}`);
  return {
    title: `assay of ${nameOf(report)}: ${gateLine(report)}`,
    lines: [`${said.join(', ') || 'nothing was looked at'}; ${counted(report.requests, 'request')}`],
  };
}

/** What a message cannot hold: the runner would end it there, and read what follows as a line of its own. */
const data = (text: string): string => visible(cut(text)).replaceAll('%', '%25');

/** A property ends at a colon or a comma, too. */
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const longest = 1000;

const cut = (text: string): string => {
  const characters = [...text];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text;
};
