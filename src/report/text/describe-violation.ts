import type { Evidence, RecordedExchange, Report, Result } from '../../model/result/report.js';
import { clauseOf } from '../results/group-results.js';
import { visible } from './escape-control-characters.js';
import { prettyPair } from './pretty-json.js';
import { relativeTo } from './relative-url.js';
import { headline, waiver } from './report-words.js';

/** A violation as plain text, for formats that know nothing but text. */
export function narration(result: Result, report: Report): string {
  const { rule, subject, level, clause, title, waived, evidence } = result;
  const covered = clauseOf(report, result);
  const lines = [
    `${level} ${rule} [${subject}]: ${headline(result)}`,
    `promised: ${title}`,
    `clause: ${clause}${covered ? `: ${covered.sentence} (${covered.source})` : ''}`,
    ...(waived ? [waiver(waived)] : []),
    ...(evidence ? proof(evidence, report) : []),
  ];
  return lines.map(visible).join('\n');
}

function proof(evidence: Evidence, { target }: Report): string[] {
  const { expected, actual } = prettyPair(evidence.expected, evidence.actual);
  return [
    ...value('expected', expected),
    ...value('actual', actual),
    ...(evidence.case === undefined ? [] : [`case: ${JSON.stringify(evidence.case)}`]),
    ...evidence.exchanges.map((exchange) => exchangeLine(exchange, target.baseUrl)),
    ...evidence.curl.map((command) => `$ ${command}`),
    `replay: ${evidence.replay}`,
  ];
}

const value = (name: string, lines: readonly string[]): string[] => (lines.length > 0 ? [`${name}:`, ...lines] : []);

function exchangeLine({ n, request, answer, silence }: RecordedExchange, baseUrl: string): string {
  const asked = [request.method, relativeTo(baseUrl, request.url), request.content].filter(Boolean).join(' ');
  const told = answer
    ? `${answer.status} ${answer.content ?? ''}`
    : `no answer: ${silence ?? 'the reason is not known'}`;
  return `#${n} ${asked} → ${told.trimEnd()}`;
}
