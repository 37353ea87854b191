import type { Evidence, RecordedExchange, Report, Result } from '../../model/result/report.js';
import { clauseOf } from '../results/group-results.js';
import { pretty, prettyPair } from '../text/pretty-json.js';
import { relativeTo } from '../text/relative-url.js';
import { counted, headline, remarks, waiver } from '../text/report-words.js';
import { brief } from '../text/shorten.js';
import { code, fenced, folded, prose } from './escape-markdown.js';

/** Longest content shown of one message: pull-request comments are limited. */
const mostContent = 2000;

/** A violation in full, its exchanges and commands folded. */
export function violation(result: Result, number: number, report: Report): string[] {
  const { rule, subject, level, waived, evidence } = result;
  return [
    `### ${number}. ${prose(headline(result))}`,
    `**${[level, ...remarks(result)].join(', ')}** ${code(rule)} on ${code(subject)}`,
    promise(result, report),
    ...(waived ? [prose(waiver(waived))] : []),
    ...(evidence ? proof(evidence, report) : ['No evidence was kept.']),
  ];
}

function promise(result: Result, report: Report): string {
  const clause = clauseOf(report, result);
  const promised = `Promised: ${prose(result.title)}.`;
  if (!clause) return `${promised} Clause ${code(result.clause)}.`;
  return `${promised}\n\n> ${code(clause.clause)} ${prose(clause.sentence)} (${prose(clause.source)})`;
}

function proof(evidence: Evidence, { target }: Report): string[] {
  const { expected, actual } = prettyPair(evidence.expected, evidence.actual);
  const { exchanges, curl, replay, seenAgain } = evidence;
  const sent = exchanges.map((exchange) => fenced(messages(exchange, target.baseUrl), 'http')).join('\n\n');
  return [
    ...value('Expected', expected),
    ...value('Actual', actual),
    ...value('Smallest case', pretty(evidence.case)),
    ...(exchanges.length > 0 ? [folded(counted(exchanges.length, 'exchange'), sent)] : []),
    ...(curl.length > 0 ? [folded('The same with curl', fenced(curl, 'sh'))] : []),
    `${seenAgain ? `Seen again ${prose(seenAgain)}. ` : ''}Replay: ${code(replay)}`,
  ];
}

const value = (name: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? [`${name}:`, fenced(lines, 'json')] : [];

function messages({ n, role, request, answer, silence }: RecordedExchange, baseUrl: string): string[] {
  return [
    `# ${n}${role ? ` (${role})` : ''}`,
    `${request.method} ${relativeTo(baseUrl, request.url)}`,
    ...fields(request.headers),
    ...content(request.content),
    '',
    ...(answer
      ? [`${answer.status}`, ...fields(answer.headers), ...content(answer.content), ...missing(answer.cutFrom)]
      : [`no answer: ${silence ?? 'the reason is not known'}`]),
  ];
}

const fields = (headers: RecordedExchange['request']['headers']): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [value].flat().map((each) => `${name}: ${each}`));

const content = (text: string | undefined): string[] =>
  text === undefined || text === '' ? [] : ['', ...brief(mostContent, text).split(/\r?\n/)];

const missing = (cutFrom: number | undefined): string[] =>
  cutFrom === undefined ? [] : [`… cut, ${counted(cutFrom, 'character')} in all`];
