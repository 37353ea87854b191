import type { Report, Result } from '../../model/result/report.js';
import { filterByVerdict, groupUncheckedByReason, listNotes, listUntestedClauses } from '../results/group-results.js';
import { describeReason } from '../text/report-words.js';
import { escapeMarkdown, renderCellCode, renderCodeSpan } from './escape-markdown.js';
import { createListPart, createTablePart, type MarkdownPart } from './page.js';
import { renderBullet } from './summary.js';

/** How many of those that share a reason are named. */
const maxNamed = 20;

/** What was tried and could not be told, and where the kit itself broke. */
export const createUndecidedParts = (report: Report): MarkdownPart[] => [
  createListPart(
    'Errored: the kit broke, the service is not accused',
    filterByVerdict(report, 'errored').map(renderUndecidedLine),
    'verdict',
  ),
  createListPart('Undecided', filterByVerdict(report, 'inconclusive').map(renderUndecidedLine), 'verdict'),
];

/** What nobody looked at, by reason. */
export function createUncheckedPart(report: Report): MarkdownPart {
  const groups = groupUncheckedByReason(report).map(
    ({ verdict, reason: why, enable, results }) =>
      `- **${verdict}**: ${escapeMarkdown(why)}${renderRemedy(enable)}: ${joinNames(results)}`,
  );
  const untested = listUntestedClauses(report).map(
    ({ clause, untested: why }) =>
      `- **untested**: ${renderCodeSpan(clause)}, ${escapeMarkdown(why ?? 'no reason given')}`,
  );
  return createListPart('Not looked at', [...groups, ...untested], 'reason');
}

/** What rules, the survey, the clean-up and the profile have to add. */
export function createNoteParts(report: Report): MarkdownPart[] {
  const { survey, leftovers, dialects } = report;
  return [
    createListPart('Noted by rules', listNotes(report).map(renderBullet), 'note'),
    createListPart(
      'Contradictions in what is known of the service',
      survey.contradictions.map(renderBullet),
      'contradiction',
    ),
    createListPart('Notes of the survey', survey.notes.map(renderBullet), 'note'),
    createListPart(
      'Left behind',
      leftovers.map(({ url, why }) => `- ${renderCodeSpan(url)}: ${escapeMarkdown(why)}`),
      'thing',
    ),
    createListPart('Choices of dialect', dialects.map(renderBullet), 'choice'),
  ];
}

/** Every clause and what became of it. */
export function createCoveragePart({ coverage: { clauses } }: Report): MarkdownPart {
  const rows = clauses.map(({ clause, level, verdict, sentence, source, rules, untested }) => [
    renderCellCode(clause),
    level,
    verdict,
    escapeMarkdown(`${sentence} (${source})`),
    rules.length > 0 ? rules.map(renderCellCode).join(' ') : escapeMarkdown(untested ?? 'no reason given'),
  ]);
  return createTablePart('Clauses', ['Clause', 'Level', 'Verdict', 'Sentence', 'Rules'], rows);
}

function joinNames(results: readonly Result[]): string {
  const shown = results
    .slice(0, maxNamed)
    .map(({ rule, subject }) => `${renderCodeSpan(rule)} on ${renderCodeSpan(subject)}`);
  const more = results.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

const renderUndecidedLine = (result: Result): string =>
  `- ${escapeMarkdown(result.title)} (${renderCodeSpan(result.rule)} on ${renderCodeSpan(result.subject)}): ${escapeMarkdown(describeReason(result))}${renderRemedy(result.enable)}`;

const renderRemedy = (enable: string | undefined): string =>
  enable ? ` (to decide it: ${renderCodeSpan(enable)})` : '';
