import type { Report, Result } from '../../model/result/report.js';
import type { ExchangeCount } from '../../model/result/traffic-summary.js';
import { formatCount } from './report-words.js';

/** Undocumented parts, and parts of the document that the traffic lacks, that are named. */
const maxNamed = 20;
/** Suspicions that are listed. */
const maxSuspected = 5;

/** What was recorded and judged, one fact a line; empty where requests were sent. */
export function describeTraffic({ traffic, results, coverage: { operations = [] } }: Report): string[] {
  if (traffic === undefined) return [];
  const { files, exchanges, flawed, leftOut, unknown, forgotten = 0, undocumented = [] } = traffic;
  const touched = operations.filter(({ statuses = [] }) => statuses.length > 0).length;
  return [
    `${formatCount(exchanges, 'recorded exchange')} of ${formatCount(files, 'file')} judged, no request sent; ${flawed} of them flawed or suspected`,
    ...listCounts('not judged: ', leftOut),
    ...listCounts('not recorded: ', unknown),
    ...(forgotten > 0
      ? [`${formatCount(forgotten, 'resource')} forgotten, because too many were in use at a time`]
      : []),
    `traffic touched ${touched} of ${formatCount(operations.length, 'operation')}`,
    ...listNames('not in the document: ', undocumented),
    ...listSuspected(results),
  ];
}

/** What the document describes and the traffic does not touch. */
export const listUntouched = ({ traffic, coverage: { operations = [] } }: Report): string[] =>
  traffic === undefined
    ? []
    : operations.flatMap(({ method, path, statuses = [], unseenStatuses = [], parameters }) => {
        if (statuses.length === 0) return [`${method} ${path}`];
        const parts = [
          ...(unseenStatuses.length > 0 ? [`status ${unseenStatuses.join(', ')}`] : []),
          ...(parameters?.unseen ?? []).map((name) => `parameter ${name}`),
        ];
        return parts.length === 0 ? [] : [`${method} ${path}: ${parts.join(', ')}`];
      });

/** What looks like a violation, and only an experiment can prove. */
function listSuspected(results: readonly Result[]): string[] {
  const suspected = results.filter(({ cause }) => cause === 'suspected');
  const more = suspected.length - maxSuspected;
  return [
    ...suspected.slice(0, maxSuspected).map(({ evidence, title, subject, clause }) => {
      const actual = typeof evidence?.actual === 'string' ? `: ${evidence.actual}` : '';
      return `suspected: ${evidence?.summary ?? title} [${subject}], ${clause}${actual}`;
    }),
    ...(more > 0 ? [`${formatCount(more, 'more suspicion')} in the report`] : []),
  ];
}

const listCounts = (lead: string, counts: readonly ExchangeCount[]): string[] =>
  counts.length === 0 ? [] : [lead + counts.map(({ why, exchanges }) => `${exchanges} ${why}`).join('; ')];

function listNames(lead: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const more = names.length > maxNamed ? `; ${names.length - maxNamed} more` : '';
  return [lead + names.slice(0, maxNamed).join('; ') + more];
}
