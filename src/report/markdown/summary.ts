import type { Report, Result } from '../../verdict/report.js';
import { withVerdict } from '../grouping.js';
import { counted, extent, gateLine, headline, lasted, nameOf, reason, remarks, words } from '../wording.js';
import { cellCode, code, folded, prose, table } from './safe.js';

const levels = ['MUST', 'SHOULD', 'MAY'] as const;

/** Whose service was looked at, how, and what the gate makes of it. */
export function summary(report: Report): string[] {
  const { target, run, gate } = report;
  const means = `${counted(report.requests, 'request')} in ${lasted(report.durationMs)}, seed ${report.seed}`;
  return [
    `# ${prose(nameOf(report))}: ${gateLine(report)}`,
    `Looked at ${code(target.baseUrl)} with permission ${code(run.permit)} (${run.permitFrom}): ${means}.`,
    ...(run.endedEarly ? [`**The run ended early:** ${prose(run.endedEarly)}`] : []),
    ...(target.contact ? [`Contact: ${prose(target.contact)}`] : []),
    ...(gate.reasons.length > 0 ? [bullets(gate.reasons)] : []),
    report.results.length > 0 ? countTable(report.results) : 'No rule was tried.',
  ];
}

/** Every verdict, folded: the answer to "did you look at …?". */
export function everyVerdict(report: Report): string[] {
  if (report.results.length === 0) return [];
  const rows = words.flatMap((word) => withVerdict(report, word)).map(verdictRow);
  const head = ['Verdict', 'Level', 'Rule', 'Subject', 'What was seen'];
  return [folded(`Every verdict (${report.results.length})`, table(head, rows))];
}

/** Texts as a list. */
export const bullets = (texts: readonly string[]): string => texts.map((text) => `- ${prose(text)}`).join('\n');

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
