import type { Report, Result } from '../../model/result/report.js';
import { withVerdict } from '../results/group-results.js';
import { headline, remarks } from '../text/report-words.js';
import { brief } from '../text/shorten.js';
import { code, prose } from './escape-markdown.js';
import { leftOut, octetsIn, type Part } from './page.js';
import { violation } from './violation.js';

/** How much of the room goes to proofs; the rest is for those whose proof finds none. */
const shareOfProofs = 0.85;

/** What was violated: with proof as long as there is room, then a line each, then a count. */
export const violations =
  (report: Report): Part =>
  (room) => {
    const violated = withVerdict(report, 'violated');
    if (violated.length === 0) return '';
    const lines = ['## Violated'];
    let left = Math.floor(room * shareOfProofs);
    for (const [index, result] of violated.entries()) {
      const text = violation(result, index + 1, report).join('\n\n');
      left -= octetsIn(text) + 2;
      if (left < 0) return withRest(lines.join('\n\n'), violated, index, room);
      lines.push(text);
    }
    return lines.join('\n\n');
  };

const withRest = (shown: string, violated: readonly Result[], from: number, room: number): string =>
  `${shown}\n\n${inLines(violated, from, room - octetsIn(shown) - 2)}`;

/** The violations from here on, a line each. */
function inLines(violated: readonly Result[], from: number, room: number): string {
  const lines = [`The proof of these found no room here; ${code('report.json')} has it:`, ''];
  let left = room - octetsIn(lines.join('\n')) - 200;
  const rest = violated.slice(from);
  for (const [index, result] of rest.entries()) {
    const line = lineOf(result, from + index + 1);
    left -= octetsIn(line) + 1;
    if (left < 0) return [...lines, `- ${leftOut(rest.length - index, 'violation')}`].join('\n');
    lines.push(line);
  }
  return lines.join('\n');
}

function lineOf(result: Result, number: number): string {
  const { level, rule, subject, evidence } = result;
  const again = evidence ? `: ${code(brief(200, evidence.replay))}` : '';
  const about = `${code(brief(120, rule))} on ${code(brief(120, subject))}`;
  return `- ${number}\\. ${[level, ...remarks(result)].join(', ')}: ${prose(brief(200, headline(result)))} (${about})${again}`;
}
