import { levels } from '../../model/result/clause.js';
import type { Report, Result } from '../../model/result/report.js';
import { filterByVerdict } from '../results/group-results.js';
import { describeGate, describeHarmLines } from '../text/describe-gate.js';
import { shorten } from '../text/escape-control-characters.js';
import {
  describeResult,
  formatCount,
  formatDuration,
  formatTargetName,
  listRemarks,
  verdictWords,
} from '../text/report-words.js';
import { escapeMarkdown, renderCellCode, renderCodeSpan, renderTable } from './escape-markdown.js';
import { createListPart, createTablePart, type MarkdownPart } from './page.js';

/** Maximum length of a line that is always included. */
const maxLineLength = 300;

/** The name of the service and the settings of the run. */
export function renderSummary(report: Report): string {
  const { target, run } = report;
  const means = `${formatCount(report.requests, 'request')} in ${formatDuration(report.durationMs)}, seed ${report.seed}`;
  return [
    ...renderHarm(report),
    `# ${escapeMarkdown(shorten(maxLineLength, formatTargetName(report)))}: ${describeGate(report)}`,
    `Audited ${renderCodeSpan(shorten(maxLineLength, target.baseUrl))} with permission ${renderCodeSpan(run.permit)} (${run.permitFrom}): ${means}.`,
    ...(run.endedEarly ? [`**The run ended early:** ${escapeMarkdown(shorten(maxLineLength, run.endedEarly))}`] : []),
    ...(target.contact ? [`Contact: ${escapeMarkdown(shorten(maxLineLength, target.contact))}`] : []),
  ].join('\n\n');
}

/** What the run harmed, before everything else. */
export const renderHarm = (report: Report): string[] =>
  describeHarmLines(report).map((line, i) => (i === 0 ? `**${escapeMarkdown(line)}**` : escapeMarkdown(line)));

/** Why the run failed. */
export const createGateReasonsPart = ({ gate }: Report): MarkdownPart =>
  createListPart(
    undefined,
    gate.reasons.map((each) => renderBullet(shorten(maxLineLength, each))),
    'reason',
  );

export const renderVerdictCounts = ({ results }: Report): string =>
  results.length > 0 ? renderCountTable(results) : 'No rule was checked.';

export function createVerdictsPart(report: Report): MarkdownPart {
  const rows = verdictWords.flatMap((word) => filterByVerdict(report, word)).map(renderVerdictRow);
  return createTablePart('All verdicts', ['Verdict', 'Level', 'Rule', 'Subject', 'Observed'], rows);
}

export const renderBullet = (text: string): string => `- ${escapeMarkdown(text)}`;

function renderCountTable(results: readonly Result[]): string {
  const rows = verdictWords.flatMap((word) => {
    const own = results.filter(({ verdict }) => verdict === word);
    const counts = levels.map((level) => own.filter((result) => result.level === level).length);
    return own.length > 0 ? [[word, ...counts.map(String)]] : [];
  });
  return renderTable(['Verdict', ...levels], rows);
}

function renderVerdictRow(result: Result): string[] {
  const { verdict, level, rule, subject } = result;
  return [
    [verdict, ...listRemarks(result)].join(', '),
    level,
    renderCellCode(rule),
    renderCellCode(subject),
    escapeMarkdown(describeResult(result)),
  ];
}
