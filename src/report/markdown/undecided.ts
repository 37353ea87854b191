import { describeExtent } from '../../model/result/leftover.js';
import type { Leftover, Report, Result } from '../../model/result/report.js';
import { joinNames } from '../../model/values/join-names.js';
import { filterByVerdict, groupUncheckedByReason, listNotes, listUntestedClauses } from '../results/group-results.js';
import { describeTraffic, listUntouched } from '../text/describe-traffic.js';
import { describeReason } from '../text/report-words.js';
import { escapeMarkdown, renderCellCode, renderCodeSpan } from './escape-markdown.js';
import { createListPart, createTablePart, type MarkdownPart } from './page.js';
import { renderBullet } from './summary.js';

const maxNamed = 20;

export const createUndecidedParts = (report: Report): MarkdownPart[] => [
  createListPart(
    'Errored: assay failed, not the service',
    filterByVerdict(report, 'errored').map(renderUndecidedLine),
    'verdict',
  ),
  createListPart('Inconclusive', filterByVerdict(report, 'inconclusive').map(renderUndecidedLine), 'verdict'),
];

export function createUncheckedPart(report: Report): MarkdownPart {
  const groups = groupUncheckedByReason(report).map(
    ({ verdict, reason: why, enable, results }) =>
      `- **${verdict}**: ${escapeMarkdown(why)}${renderRemedy(enable)}: ${nameResults(results)}`,
  );
  const untested = listUntestedClauses(report).map(
    ({ clause, untested: why }) =>
      `- **untested**: ${renderCodeSpan(clause)}, ${escapeMarkdown(why ?? 'no reason given')}`,
  );
  return createListPart('Not checked', [...groups, ...untested], 'reason');
}

/** Notes of rules, of the survey, of the cleanup and of the profile. */
export function createNoteParts(report: Report): MarkdownPart[] {
  const { survey, leftovers, dialects } = report;
  return [
    createListPart('Recorded traffic', describeTraffic(report).map(renderBullet), 'fact'),
    createListPart('Not touched by the traffic', listUntouched(report).map(renderBullet), 'operation'),
    createListPart('Notes of rules', listNotes(report).map(renderBullet), 'note'),
    createListPart(
      'Contradictions in the description of the service',
      survey.contradictions.map(renderBullet),
      'contradiction',
    ),
    createListPart('Notes of the survey', survey.notes.map(renderBullet), 'note'),
    createListPart('Not removed', leftovers.map(renderLeftover), 'thing'),
    createListPart('Dialect choices', dialects.map(renderBullet), 'choice'),
  ];
}

function renderLeftover(one: Leftover): string {
  const extent = describeExtent(one);
  return `- ${renderCodeSpan(one.url)}${extent === '' ? '' : ` (${extent})`}: ${escapeMarkdown(one.why)}`;
}

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

const nameResults = (results: readonly Result[]): string =>
  joinNames(
    results.map(({ rule, subject }) => `${renderCodeSpan(rule)} on ${renderCodeSpan(subject)}`),
    maxNamed,
  );

const renderUndecidedLine = (result: Result): string =>
  `- ${escapeMarkdown(result.title)} (${renderCodeSpan(result.rule)} on ${renderCodeSpan(result.subject)}): ${escapeMarkdown(describeReason(result))}${renderRemedy(result.enable)}`;

const renderRemedy = (enable: string | undefined): string =>
  enable ? ` (to get a verdict: ${renderCodeSpan(enable)})` : '';
