import type { Report, Result } from '../../model/result/report.js';
import { withVerdict } from '../results/group-results.js';
import { counted, extent, gateLine, headline, lasted, nameOf, reason, remarks, words } from '../text/report-words.js';
import { brief } from '../text/shorten.js';
import { cellCode, code, prose, table } from './escape-markdown.js';
import { foldedTable, lineList, type Part } from './page.js';

const levels = ['MUST', 'SHOULD', 'MAY'] as const;

/** Longest text of a line that is always there. */
const longest = 300;

/** Whose service was looked at, and how. */
export function summary(report: Report): string {
  const { target, run } = report;
  const means = `${counted(report.requests, 'request')} in ${lasted(report.durationMs)}, seed ${report.seed}`;
  return [
    `# ${prose(brief(longest, nameOf(report)))}: ${gateLine(report)}`,
    `Looked at ${code(brief(longest, target.baseUrl))} with permission ${code(run.permit)} (${run.permitFrom}): ${means}.`,
    ...(run.endedEarly ? [`**The run ended early:** ${prose(brief(longest, run.endedEarly))}`] : []),
    ...(target.contact ? [`Contact: ${prose(brief(longest, target.contact))}`] : []),
  ].join('\n\n');
}

/** Why the gate is closed. */
export const gateReasons = ({ gate }: Report): Part =>
  lineList(
    undefined,
    gate.reasons.map((each) => bullet(brief(longest, each))),
    'reason',
  );

/** How often each word was said, by level. */
export const verdictCounts = ({ results }: Report): string =>
  results.length > 0 ? countTable(results) : 'No rule was tried.';

/** Every verdict, folded: the answer to "did you look at …?". */
export function everyVerdict(report: Report): Part {
  const rows = words.flatMap((word) => withVerdict(report, word)).map(verdictRow);
  return foldedTable('Every verdict', ['Verdict', 'Level', 'Rule', 'Subject', 'What was seen'], rows);
}

/** A text as an entry of a list. */
export const bullet = (text: string): string => `- ${prose(text)}`;

function countTable(results: readonly Result[]): string {
  const counts = words.map((word) => levels.map((level) => of(results, word, level)));
  const rows = words.map((word, index) => [word, ...(counts[index] ?? []).map(String)]);
  return table(
    ['Verdict', ...levels],
    rows.filter((_, index) => counts[index]?.some((count) => count > 0)),
  );
}

const of = (results: readonly Result[], word: string, level: string): number =>
  results.filter((result) => result.verdict === word && result.level === level).length;

function verdictRow(result: Result): string[] {
  const { verdict, level, rule, subject } = result;
  return [[verdict, ...remarks(result)].join(', '), level, cellCode(rule), cellCode(subject), prose(seen(result))];
}

function seen(result: Result): string {
  if (result.verdict === 'held') return `${result.title}: ${extent(result)}`;
  return result.verdict === 'violated' ? headline(result) : `${result.title}: ${reason(result)}`;
}
