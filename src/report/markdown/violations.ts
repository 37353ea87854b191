import type { Report, Result } from '../../model/result/report.js';
import { filterByVerdict } from '../results/group-results.js';
import { getHeadline, listRemarks } from '../text/report-words.js';
import { shorten } from '../text/shorten.js';
import { escapeMarkdown, renderCodeSpan } from './escape-markdown.js';
import { countOctets, describeOmitted, type MarkdownPart } from './page.js';
import { renderViolation } from './violation.js';

/** How much of the room goes to proofs; the rest is for those whose proof finds none. */
const proofShare = 0.85;

/** What was violated: with proof as long as there is room, then a line each, then a count. */
export const createViolationsPart =
  (report: Report): MarkdownPart =>
  (room) => {
    const violated = filterByVerdict(report, 'violated');
    if (violated.length === 0) return '';
    const lines = ['## Violated'];
    let left = Math.floor(room * proofShare);
    for (const [index, result] of violated.entries()) {
      const text = renderViolation(result, index + 1, report).join('\n\n');
      left -= countOctets(text) + 2;
      if (left < 0) return appendRest(lines.join('\n\n'), violated, index, room);
      lines.push(text);
    }
    return lines.join('\n\n');
  };

const appendRest = (shown: string, violated: readonly Result[], from: number, room: number): string =>
  `${shown}\n\n${renderRestLines(violated, from, room - countOctets(shown) - 2)}`;

/** The violations from here on, a line each. */
function renderRestLines(violated: readonly Result[], from: number, room: number): string {
  const lines = [`The proof of these found no room here; ${renderCodeSpan('report.json')} has it:`, ''];
  let left = room - countOctets(lines.join('\n')) - 200;
  const rest = violated.slice(from);
  for (const [index, result] of rest.entries()) {
    const line = renderViolationLine(result, from + index + 1);
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
