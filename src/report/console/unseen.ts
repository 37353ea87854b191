import type { Report, Result } from '../../model/result/report.js';
import { notesOf, unseenByReason, untestedClauses } from '../results/group-results.js';
import { counted } from '../text/report-words.js';
import { prose, section } from './layout.js';
import type { Row } from './print.js';

/** What nobody looked at, by reason, so that silence is not read as praise. */
export const unseen = (report: Report, width: number): Row[] =>
  section('Not looked at', [...groups(report, width), ...untested(report, width)]);

function groups(report: Report, width: number): Row[] {
  return unseenByReason(report).flatMap(({ verdict, reason, enable, results }) => [
    ...prose('  ', `${verdict}: ${reason}`, width),
    ...(enable ? prose('    to look at it: ', enable, width) : []),
    ...named(results).flatMap((name) => prose('    ', name, width, 'faint')),
  ]);
}

/** Who left rules out by name knows their names. */
function named(results: readonly Result[]): string[] {
  if (results.every(({ cause }) => cause === 'filter'))
    return [`${counted(results.length, 'pair')} of rule and subject`];
  return results.map(({ rule, subject }) => `${rule} [${subject}]`);
}

function untested(report: Report, width: number): Row[] {
  const clauses = untestedClauses(report);
  if (clauses.length === 0) return [];
  return [
    ...prose('  ', 'clauses that no rule tests', width),
    ...clauses.flatMap(({ clause, untested: why }) =>
      prose('    ', `${clause}: ${why ?? 'no reason given'}`, width, 'faint'),
    ),
  ];
}

/** What rules, the survey, the clean-up and the profile have to add. */
export function asides(report: Report, width: number): Row[][] {
  const { survey, leftovers, dialects } = report;
  const left = leftovers.flatMap(({ url, why }) => [...prose('  ', url, width), ...prose('    ', why, width, 'faint')]);
  return [
    section('Noted by rules', listed(notesOf(report), width)),
    section('Contradictions in what is known of the service', listed(survey.contradictions, width)),
    section('Notes of the survey', listed(survey.notes, width)),
    section('Left behind', left),
    section('Choices of dialect', listed(dialects, width)),
  ].filter(({ length }) => length > 0);
}

const listed = (texts: readonly string[], width: number): Row[] => texts.flatMap((text) => prose('  - ', text, width));
