import type { Report, Result } from '../../model/result/report.js';
import { notesOf, unseenByReason, untestedClauses, withVerdict } from '../results/group-results.js';
import { reason } from '../text/report-words.js';
import { cellCode, code, prose } from './escape-markdown.js';
import { foldedTable, lineList, type Part } from './page.js';
import { bullet } from './summary.js';

/** How many of those that share a reason are named. */
const mostNamed = 20;

/** What was tried and could not be told, and where the kit itself broke. */
export const undecided = (report: Report): Part[] => [
  lineList('Errored: the kit broke, the service is not accused', withVerdict(report, 'errored').map(doubt), 'verdict'),
  lineList('Undecided', withVerdict(report, 'inconclusive').map(doubt), 'verdict'),
];

/** What nobody looked at, by reason. */
export function unseen(report: Report): Part {
  const groups = unseenByReason(report).map(
    ({ verdict, reason: why, enable, results }) =>
      `- **${verdict}**: ${prose(why)}${wayOut(enable)}: ${named(results)}`,
  );
  const untested = untestedClauses(report).map(
    ({ clause, untested: why }) => `- **untested**: ${code(clause)}, ${prose(why ?? 'no reason given')}`,
  );
  return lineList('Not looked at', [...groups, ...untested], 'reason');
}

/** What rules, the survey, the clean-up and the profile have to add. */
export function asides(report: Report): Part[] {
  const { survey, leftovers, dialects } = report;
  return [
    lineList('Noted by rules', notesOf(report).map(bullet), 'note'),
    lineList('Contradictions in what is known of the service', survey.contradictions.map(bullet), 'contradiction'),
    lineList('Notes of the survey', survey.notes.map(bullet), 'note'),
    lineList(
      'Left behind',
      leftovers.map(({ url, why }) => `- ${code(url)}: ${prose(why)}`),
      'thing',
    ),
    lineList('Choices of dialect', dialects.map(bullet), 'choice'),
  ];
}

/** Every clause and what became of it. */
export function coverage({ coverage: { clauses } }: Report): Part {
  const rows = clauses.map(({ clause, level, verdict, sentence, source, rules, untested }) => [
    cellCode(clause),
    level,
    verdict,
    prose(`${sentence} (${source})`),
    rules.length > 0 ? rules.map(cellCode).join(' ') : prose(untested ?? 'no reason given'),
  ]);
  return foldedTable('Clauses', ['Clause', 'Level', 'Verdict', 'Sentence', 'Rules'], rows);
}

function named(results: readonly Result[]): string {
  const shown = results.slice(0, mostNamed).map(({ rule, subject }) => `${code(rule)} on ${code(subject)}`);
  const more = results.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

const doubt = (result: Result): string =>
  `- ${prose(result.title)} (${code(result.rule)} on ${code(result.subject)}): ${prose(reason(result))}${wayOut(result.enable)}`;

const wayOut = (enable: string | undefined): string => (enable ? ` (to decide it: ${code(enable)})` : '');
