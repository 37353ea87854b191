import { describeExtent } from '../../model/result/leftover.js';
import type { Report, Result } from '../../model/result/report.js';
import { groupUncheckedByReason, listNotes, listUntestedClauses } from '../results/group-results.js';
import { describeTraffic, listUntouched } from '../text/describe-traffic.js';
import { formatCount } from '../text/report-words.js';
import { type Row, renderRowSection, wrapProse } from './print.js';

/** Lists what was not checked, by reason, so that a missing violation is not taken for a verdict. */
export const renderUncheckedRows = (report: Report, width: number): Row[] =>
  renderRowSection('Not checked', [...renderUncheckedGroups(report, width), ...renderUntestedClauses(report, width)]);

function renderUncheckedGroups(report: Report, width: number): Row[] {
  return groupUncheckedByReason(report).flatMap(({ verdict, reason, enable, results }) => [
    ...wrapProse('  ', `${verdict}: ${reason}`, width),
    ...(enable ? wrapProse('    To enable: ', enable, width) : []),
    ...listNames(results).flatMap((name) => wrapProse('    ', name, width, 'faint')),
  ]);
}

/** Rules excluded by the user's own filter are counted, not named. */
function listNames(results: readonly Result[]): string[] {
  if (results.every(({ cause }) => cause === 'filter')) return [formatCount(results.length, 'check')];
  return results.map(({ rule, subject }) => `${rule} [${subject}]`);
}

function renderUntestedClauses(report: Report, width: number): Row[] {
  const clauses = listUntestedClauses(report);
  if (clauses.length === 0) return [];
  return [
    ...wrapProse('  ', 'clauses without a rule', width),
    ...clauses.flatMap(({ clause, untested: why }) =>
      wrapProse('    ', `${clause}: ${why ?? 'no reason given'}`, width, 'faint'),
    ),
  ];
}

/** Notes of rules, of the survey, of the cleanup and of the profile. */
export function renderNoteSections(report: Report, width: number): Row[][] {
  const { survey, leftovers, dialects } = report;
  const left = leftovers.flatMap((one) => [
    ...wrapProse('  ', one.url, width),
    ...wrapProse('    ', [describeExtent(one), one.why].filter(Boolean).join(': '), width, 'faint'),
  ]);
  return [
    renderRowSection('Recorded traffic', renderList(describeTraffic(report), width)),
    renderRowSection('Not touched by the traffic', renderList(listUntouched(report), width)),
    renderRowSection('Notes of rules', renderList(listNotes(report), width)),
    renderRowSection('Contradictions in the description of the service', renderList(survey.contradictions, width)),
    renderRowSection('Notes of the survey', renderList(survey.notes, width)),
    renderRowSection('Not removed', left),
    renderRowSection('Dialect choices', renderList(dialects, width)),
  ].filter(({ length }) => length > 0);
}

const renderList = (texts: readonly string[], width: number): Row[] =>
  texts.flatMap((text) => wrapProse('  - ', text, width));
