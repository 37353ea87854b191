import type { Report, Result } from '../../model/result/report.js';
import { describeCounts, filterByVerdict, findClause, isBlocking } from '../results/group-results.js';
import { findDeclaration, type Location, readPlace, type SourceFiles } from '../results/report-location.js';
import { describeGate, describeHarmLines, nameClosedGate } from '../text/describe-gate.js';
import { listEndingWaivers } from '../text/ending-waivers.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { describeReason, formatCount, formatTargetName, getHeadline, listRemarks } from '../text/report-words.js';

/** GitHub shows ten errors and ten warnings of a step, and drops the others silently. */
const maxAnnotations = 10;

/** Writes annotations for a GitHub workflow: an error for each failing violation, a warning for others, and a notice. */
export function writeGithub(report: Report, files: SourceFiles = {}): string {
  const violated = filterByVerdict(report, 'violated').filter(({ waived }) => !waived);
  const blocking = violated.filter((result) => isBlocking(result, report));
  const waiverProblems = report.gate.open ? [] : listWaiverAnnotations(report, files);
  const harm = describeHarmLines(report);
  const errors = [
    ...(harm.length > 0 ? [{ title: 'items of others were harmed', lines: harm }] : []),
    ...blocking.map((result) => createAnnotation(result, report, files)),
    ...waiverProblems,
    ...createGateAnnotations(report, blocking.length + waiverProblems.length + harm.length > 0),
    ...filterByVerdict(report, 'errored').map((result) => ({
      title: `internal error in ${result.rule} [${result.subject}]`,
      lines: [describeReason(result)],
    })),
  ];
  const warnings = violated
    .filter((result) => !blocking.includes(result))
    .map((result) => createAnnotation(result, report, files));
  const ending = listEndingWaivers(report).map(({ rule, subject = 'every subject', until, where }) => ({
    title: `waiver of ${rule} [${subject}] ends on ${until}`,
    lines: ['After that day the run fails: fix the service, or agree on a later date.', where],
    at: readPlace(where, files),
  }));
  const lines = [
    ...renderCommands('error', errors),
    ...renderCommands('warning', [...ending, ...warnings]),
    ...renderCommands('notice', [createSummaryAnnotation(report)]),
  ];
  return `${lines.join('\n')}\n`;
}

interface Annotation {
  readonly title: string;
  readonly lines: readonly string[];
  /** Where GitHub shows it; in the summary of the job only if it is not known. */
  readonly at?: Location | undefined;
}

function renderCommands(kind: 'error' | 'warning' | 'notice', annotations: readonly Annotation[]): string[] {
  const rest = annotations.length - maxAnnotations + 1;
  const seen = rest > 1 ? [...annotations.slice(0, maxAnnotations - 1), createRestAnnotation(rest)] : annotations;
  return seen.map(
    ({ title, lines, at }) =>
      `::${kind} ${at ? `file=${escapeProperty(decodeURIComponent(at.path))},line=${at.line},` : ''}title=${escapeProperty(title)}::${lines.map(escapeMessage).join('%0A')}`,
  );
}

const createRestAnnotation = (rest: number): Annotation => ({
  title: `and ${rest} more`,
  lines: ['The job summary and the report list all of them.'],
});

function createAnnotation(result: Result, report: Report, files: SourceFiles): Annotation {
  const { level, rule, subject, clause, evidence } = result;
  const sentence = findClause(report, result)?.sentence;
  return {
    at: findDeclaration(result, report, files),
    title: `${[level, ...listRemarks(result)].join(', ')} ${rule} [${subject}]`,
    lines: [
      getHeadline(result),
      sentence === undefined ? clause : `${clause}: ${sentence}`,
      ...(evidence?.expected === undefined ? [] : [`expected ${JSON.stringify(evidence.expected)}`]),
      ...(evidence?.actual === undefined ? [] : [`actual ${JSON.stringify(evidence.actual)}`]),
      ...(evidence ? [`reproduce: ${evidence.replay}`] : []),
    ],
  };
}

/** A waiver that expired or is stale, at its line. */
const listWaiverAnnotations = ({ waivers = [] }: Report, files: SourceFiles): Annotation[] =>
  waivers.flatMap(({ standing, rule, subject = 'every subject', until, where }) =>
    standing === 'expired' || standing === 'stale'
      ? [
          {
            title: `${standing} waiver of ${rule} [${subject}]`,
            lines: [
              standing === 'expired'
                ? `It was valid until ${until}: fix the service, or agree on a later date.`
                : 'The rule held, or this run has no such rule and subject: remove the waiver, or correct it.',
              where,
            ],
            at: readPlace(where, files),
          },
        ]
      : [],
  );

/** The run can fail because of a waiver, or without any verdict: then no violation explains it. */
function createGateAnnotations({ gate }: Report, isTold: boolean): Annotation[] {
  if (gate.open || isTold) return [];
  return [{ title: nameClosedGate(gate), lines: gate.reasons.length > 0 ? gate.reasons : ['no reason was given'] }];
}

function createSummaryAnnotation(report: Report): Annotation {
  const counts = report.results.length > 0 ? describeCounts(report) : 'nothing was checked';
  return {
    title: `assay of ${formatTargetName(report)}: ${describeGate(report)}`,
    lines: [`${counts}; ${formatCount(report.requests, 'request')}`],
  };
}

/** Escapes a message: otherwise the runner would end it there, and read the rest as its own line. */
const escapeMessage = (text: string): string => escapeControlCharacters(cut(text)).replaceAll('%', '%25');

/** In a property, a colon and a comma are escaped, too. */
const escapeProperty = (text: string): string => escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const maxLength = 1000;

const cut = (text: string): string => {
  const characters = [...text];
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : text;
};
