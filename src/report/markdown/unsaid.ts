import type { Report, Result } from '../../verdict/report.js';
import { notesOf, unseenByReason, untestedClauses, withVerdict } from '../grouping.js';
import { reason } from '../wording.js';
import { cellCode, code, folded, prose, table } from './safe.js';
import { bullets } from './summary.js';

/** What was tried and could not be told, and where the kit itself broke. */
export function undecided(report: Report): string[] {
  return [
    ...titled('Errored: the kit broke, the service is not accused', withVerdict(report, 'errored').map(doubt)),
    ...titled('Undecided', withVerdict(report, 'inconclusive').map(doubt)),
  ];
}

/** What nobody looked at, by reason. */
export function unseen(report: Report): string[] {
  const groups = unseenByReason(report).map(({ verdict, reason: why, enable, results }) => {
    const rules = results.map(({ rule, subject }) => `${code(rule)} on ${code(subject)}`).join(', ');
    return `- **${verdict}**: ${prose(why)}${wayOut(enable)}: ${rules}`;
  });
  const untested = untestedClauses(report).map(
    ({ clause, untested: why }) => `- **untested**: ${code(clause)}, ${prose(why ?? 'no reason given')}`,
  );
  return titled('Not looked at', [...groups, ...untested]);
}

/** What rules, the survey, the clean-up and the profile have to add. */
export function asides(report: Report): string[] {
  const { survey, leftovers, dialects } = report;
  return [
    ...listed('Noted by rules', notesOf(report)),
    ...listed('Contradictions in what is known of the service', survey.contradictions),
    ...listed('Notes of the survey', survey.notes),
    ...titled(
      'Left behind',
      leftovers.map(({ url, why }) => `- ${code(url)}: ${prose(why)}`),
    ),
    ...listed('Choices of dialect', dialects),
  ];
}

/** Every clause and what became of it. */
export function coverage({ coverage: { clauses } }: Report): string[] {
  if (clauses.length === 0) return [];
  const rows = clauses.map(({ clause, level, verdict, sentence, source, rules, untested }) => [
    cellCode(clause),
    level,
    verdict,
    prose(`${sentence} (${source})`),
    rules.length > 0 ? rules.map(cellCode).join(' ') : prose(untested ?? 'no reason given'),
  ]);
  return [folded(`Clauses (${clauses.length})`, table(['Clause', 'Level', 'Verdict', 'Sentence', 'Rules'], rows))];
}

const doubt = (result: Result): string =>
  `- ${prose(result.title)} (${code(result.rule)} on ${code(result.subject)}): ${prose(reason(result))}${wayOut(result.enable)}`;

const wayOut = (enable: string | undefined): string => (enable ? ` (to decide it: ${code(enable)})` : '');

const titled = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? [`## ${title}`, lines.join('\n')] : [];

const listed = (title: string, texts: readonly string[]): string[] =>
  texts.length > 0 ? [`## ${title}`, bullets(texts)] : [];
