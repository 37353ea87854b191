import { type Finding, listFindings } from '../../model/result/findings.js';
import type { Report, Result } from '../../model/result/report.js';
import { getHeadline, listRemarks } from '../text/report-words.js';
import { shorten } from '../text/shorten.js';
import { escapeMarkdown, renderCodeSpan } from './escape-markdown.js';
import { countOctets, describeOmitted, type MarkdownPart } from './page.js';
import { renderViolation } from './violation.js';

/** Share of the page for evidence; the rest is for violations whose evidence is omitted. */
const proofShare = 0.85;

/** Lists the violations: with evidence while it fits, then one line each, then a count. */
export const createViolationsPart =
  (report: Report): MarkdownPart =>
  (room) => {
    const violated = listFindings(report);
    if (violated.length === 0) return '';
    const lines = ['## Violated'];
    let left = Math.floor(room * proofShare);
    for (const [index, { number, result }] of violated.entries()) {
      const text = renderViolation(result, number, report).join('\n\n');
      left -= countOctets(text) + 2;
      if (left < 0) return appendRest(lines.join('\n\n'), violated, index, room);
      lines.push(text);
    }
    return lines.join('\n\n');
  };

const appendRest = (shown: string, violated: readonly Finding[], from: number, room: number): string =>
  `${shown}\n\n${renderRestLines(violated, from, room - countOctets(shown) - 2)}`;

/** Lists the violations from here on, one line each. */
function renderRestLines(violated: readonly Finding[], from: number, room: number): string {
  const lines = [`The evidence of these is omitted here to limit the size; see ${renderCodeSpan('report.json')}:`, ''];
  let left = room - countOctets(lines.join('\n')) - 200;
  const rest = violated.slice(from);
  for (const [index, { number, result }] of rest.entries()) {
    const line = renderViolationLine(result, number);
    left -= countOctets(line) + 1;
    if (left < 0) return [...lines, `- ${describeOmitted(rest.length - index, 'violation')}`].join('\n');
    lines.push(line);
  }
  return lines.join('\n');
}

function renderViolationLine(result: Result, number: number): string {
  const { level, rule, subject, evidence } = result;
  const again = evidence ? `: ${renderCodeSpan(shorten(200, evidence.replay))}` : '';
  const about = `${renderCodeSpan(shorten(120, rule))} on ${renderCodeSpan(shorten(120, subject))}`;
  return `- ${number}\\. ${[level, ...listRemarks(result)].join(', ')}: ${escapeMarkdown(shorten(200, getHeadline(result)))} (${about})${again}`;
}
