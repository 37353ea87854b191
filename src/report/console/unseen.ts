import type { Report, Result } from '../../model/result/report.js';
import { groupUncheckedByReason, listNotes, listUntestedClauses } from '../results/group-results.js';
import { formatCount } from '../text/report-words.js';
import { renderRowSection, wrapProse } from './layout.js';
import type { Row } from './print.js';

/** What nobody looked at, by reason, so that silence is not read as praise. */
export const renderUncheckedRows = (report: Report, width: number): Row[] =>
  renderRowSection('Not looked at', [...renderUncheckedGroups(report, width), ...renderUntestedClauses(report, width)]);

function renderUncheckedGroups(report: Report, width: number): Row[] {
  return groupUncheckedByReason(report).flatMap(({ verdict, reason, enable, results }) => [
    ...wrapProse('  ', `${verdict}: ${reason}`, width),
    ...(enable ? wrapProse('    to look at it: ', enable, width) : []),
    ...listNames(results).flatMap((name) => wrapProse('    ', name, width, 'faint')),
  ]);
}

/** Who left rules out by name knows their names. */
function listNames(results: readonly Result[]): string[] {
  if (results.every(({ cause }) => cause === 'filter'))
    return [`${formatCount(results.length, 'pair')} of rule and subject`];
  return results.map(({ rule, subject }) => `${rule} [${subject}]`);
}

function renderUntestedClauses(report: Report, width: number): Row[] {
  const clauses = listUntestedClauses(report);
  if (clauses.length === 0) return [];
  return [
    ...wrapProse('  ', 'clauses that no rule tests', width),
    ...clauses.flatMap(({ clause, untested: why }) =>
      wrapProse('    ', `${clause}: ${why ?? 'no reason given'}`, width, 'faint'),
    ),
  ];
}

/** What rules, the survey, the clean-up and the profile have to add. */
export function renderNoteSections(report: Report, width: number): Row[][] {
  const { survey, leftovers, dialects } = report;
  const left = leftovers.flatMap(({ url, why }) => [
    ...wrapProse('  ', url, width),
    ...wrapProse('    ', why, width, 'faint'),
  ]);
  return [
    renderRowSection('Noted by rules', renderList(listNotes(report), width)),
    renderRowSection('Contradictions in what is known of the service', renderList(survey.contradictions, width)),
    renderRowSection('Notes of the survey', renderList(survey.notes, width)),
    renderRowSection('Left behind', left),
    renderRowSection('Choices of dialect', renderList(dialects, width)),
  ].filter(({ length }) => length > 0);
}

const renderList = (texts: readonly string[], width: number): Row[] =>
  texts.flatMap((text) => wrapProse('  - ', text, width));
