import type { Evidence, RecordedExchange, Report, Result } from '../../model/result/report.js';
import { describeUnsetVariables, findUnsetVariables } from '../results/curl-variables.js';
import { findClause } from '../results/group-results.js';
import { escapeControlCharacters } from './escape-control-characters.js';
import { renderJsonPair } from './pretty-json.js';
import { toRelativeUrl } from './relative-url.js';
import { formatWaiver, getHeadline } from './report-words.js';

/** Describes a violation in plain text, for formats without markup. */
export function describeViolation(result: Result, report: Report): string {
  const { rule, subject, level, clause, title, waived, evidence } = result;
  const covered = findClause(report, result);
  const lines = [
    `${level} ${rule} [${subject}]: ${getHeadline(result)}`,
    `rule: ${title}`,
    `clause: ${clause}${covered ? `: ${covered.sentence} (${covered.source})` : ''}`,
    ...(covered?.why ? [`why: ${covered.why}`] : []),
    ...(covered?.fix ? [`fix: ${covered.fix}`] : []),
    ...(waived ? [formatWaiver(waived)] : []),
    ...(evidence ? renderProof(evidence, report) : []),
  ];
  return lines.map(escapeControlCharacters).join('\n');
}

function renderProof(evidence: Evidence, { target }: Report): string[] {
  const { expected, actual } = renderJsonPair(evidence.expected, evidence.actual);
  const unset = findUnsetVariables(evidence.curl);
  return [
    ...renderValue('expected', expected),
    ...renderValue('actual', actual),
    ...(evidence.case === undefined ? [] : [`case: ${JSON.stringify(evidence.case)}`]),
    ...evidence.exchanges.map((exchange) => `#${exchange.n} ${describeExchange(exchange, target.baseUrl)}`),
    ...(unset.length > 0 ? [describeUnsetVariables(unset)] : []),
    ...evidence.curl.map((command) => `$ ${command}`),
    `replay: ${evidence.replay}`,
  ];
}

const renderValue = (name: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? [`${name}:`, ...lines] : [];

/** Describes a request with its response in one line: `POST /orders {"amount":1} → 201 {"id":"7"}`. */
export const describeExchange = (exchange: RecordedExchange, baseUrl: string): string =>
  describeMessages(exchange, baseUrl).join(' → ');

/** Describes a request, and its response or why there is none. */
export function describeMessages({ request, answer, silence }: RecordedExchange, baseUrl: string): [string, string] {
  const asked = [request.method, toRelativeUrl(baseUrl, request.url), request.content].filter(Boolean).join(' ');
  const told = answer
    ? `${answer.status} ${answer.content ?? ''}`
    : `no response: ${silence ?? 'the reason is not known'}`;
  return [asked, told.trimEnd()];
}
