import { type Finding, listFindings } from '../../model/result/findings.js';
import type { Evidence, RecordedExchange, Report, Result } from '../../model/result/report.js';
import { joinNames } from '../../model/values/join-names.js';
import { describeUnsetVariables, findUnsetVariables } from '../results/curl-variables.js';
import { findClause } from '../results/group-results.js';
import { listRelations } from '../results/related-findings.js';
import { shorten } from '../text/escape-control-characters.js';
import { renderJsonPair, renderPrettyJson } from '../text/pretty-json.js';
import { toRelativeUrl } from '../text/relative-url.js';
import { formatCount, formatWaiver, getHeadline, getSmallestCase, listRemarks } from '../text/report-words.js';
import { escapeMarkdown, renderCodeSpan, renderDetails, renderFencedBlock } from './escape-markdown.js';
import { countOctets, describeOmitted, type MarkdownPart } from './page.js';

/** Maximum length of one body: pull-request comments are limited. */
const maxContentLength = 2000;

const maxRelations = 3;

const maxNumbers = 10;

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

const formatNumbers = (numbers: readonly number[]): string =>
  `finding${numbers.length === 1 ? '' : 's'} ${joinNames(numbers, maxNumbers)}`;

/** Renders a violation in full, its exchanges and commands folded. */
function renderViolation(result: Result, number: number, report: Report): string[] {
  const { rule, subject, level, waived, evidence } = result;
  return [
    `### ${number}. ${escapeMarkdown(getHeadline(result))}`,
    `**${[level, ...listRemarks(result)].join(', ')}** ${renderCodeSpan(rule)} on ${renderCodeSpan(subject)}`,
    renderPromise(result, report),
    ...(waived ? [escapeMarkdown(formatWaiver(waived))] : []),
    ...listRelations({ number, result }, report)
      .slice(0, maxRelations)
      .map(({ text, numbers }) => `Related: ${renderCodeSpan(text)} is also shown by ${formatNumbers(numbers)}.`),
    ...(evidence ? renderProof(evidence, report) : ['No evidence was recorded.']),
  ];
}

function renderPromise(result: Result, report: Report): string {
  const clause = findClause(report, result);
  const promised = `Rule: ${escapeMarkdown(result.title)}.`;
  if (!clause) return `${promised} Clause ${renderCodeSpan(result.clause)}.`;
  return [
    ...(clause.fix ? [`Fix: ${escapeMarkdown(clause.fix)}`] : []),
    promised,
    `> ${renderCodeSpan(clause.clause)} ${escapeMarkdown(clause.sentence)} (${escapeMarkdown(clause.source)})`,
    ...(clause.why ? [`Why: ${escapeMarkdown(clause.why)}`] : []),
  ].join('\n\n');
}

function renderProof(evidence: Evidence, { target }: Report): string[] {
  const { expected, actual } = renderJsonPair(evidence.expected, evidence.actual);
  const { exchanges, curl, replay, seenAgain, reproduced } = evidence;
  const sent = exchanges
    .map((exchange) => renderFencedBlock(renderMessages(exchange, target.baseUrl), 'http'))
    .join('\n\n');
  return [
    ...renderValue('Expected', expected),
    ...renderValue('Actual', actual),
    ...(exchanges.length > 0 ? [renderDetails(formatCount(exchanges.length, 'exchange'), sent)] : []),
    ...renderGeneratedValues(evidence),
    ...(curl.length > 0 ? [renderDetails('Reproduce with curl', renderCurl(curl))] : []),
    `${seenAgain ? `Reproduced ${escapeMarkdown(seenAgain)} times. ` : ''}${reproduced === false ? 'Not reproduced: recorded traffic. ' : ''}Replay: ${renderCodeSpan(replay)}`,
  ];
}

/** What the requests of the smallest case were made of. */
function renderGeneratedValues(evidence: Evidence): string[] {
  const lines = renderPrettyJson(getSmallestCase(evidence));
  return lines.length > 0 ? [renderDetails('Generated values', renderFencedBlock(lines, 'json'))] : [];
}

function renderCurl(curl: readonly string[]): string {
  const names = findUnsetVariables(curl);
  const lines = renderFencedBlock(curl, 'sh');
  return names.length === 0 ? lines : `${escapeMarkdown(describeUnsetVariables(names))}\n\n${lines}`;
}

const renderValue = (name: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? [`${name}:`, renderFencedBlock(lines, 'json')] : [];

function renderMessages({ n, role, request, answer, silence }: RecordedExchange, baseUrl: string): string[] {
  return [
    `# ${n}${role ? ` (${role})` : ''}`,
    `${request.method} ${toRelativeUrl(baseUrl, request.url)}`,
    ...renderFields(request.headers),
    ...renderContent(request.content),
    '',
    ...(answer
      ? [
          `${answer.status}`,
          ...renderFields(answer.headers),
          ...renderContent(answer.content),
          ...(answer.cutFrom === undefined ? [] : [`… cut, ${formatCount(answer.cutFrom, 'character')} in total`]),
        ]
      : [`no response: ${silence ?? 'the reason is not known'}`]),
  ];
}

const renderFields = (headers: RecordedExchange['request']['headers']): string[] =>
  Object.entries(headers).flatMap(([name, value]) => [value].flat().map((each) => `${name}: ${each}`));

const renderContent = (text: string | undefined): string[] =>
  text === undefined || text === '' ? [] : ['', ...shorten(maxContentLength, text).split(/\r?\n/)];
