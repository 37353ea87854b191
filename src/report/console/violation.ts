import type { Evidence, RecordedExchange, Report, Result } from '../../model/result/report.js';
import { describeUnsetVariables, findUnsetVariables } from '../results/curl-variables.js';
import { findClause } from '../results/group-results.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { countColumns, cut } from '../text/fit-width.js';
import { renderJsonPair, renderPrettyJson } from '../text/pretty-json.js';
import { toRelativeUrl } from '../text/relative-url.js';
import { formatWaiver, getHeadline, getSmallestCase, listRemarks } from '../text/report-words.js';
import { createRow, createSpan, createUncutRow, type Row, wrapProse } from './print.js';

/** Renders a violation; `isWhole` shows requests and responses as recorded, else each in one line of the terminal. */
export function renderViolationRows(result: Result, number: number, report: Report, width: number, isWhole = false) {
  const { rule, subject, level, evidence, waived } = result;
  return [
    ...wrapProse(`${number}. `, getHeadline(result), width, 'bad'),
    ...wrapProse('   ', `${[level, ...listRemarks(result)].join(', ')} ${rule} [${subject}]`, width),
    ...renderPromise(result, report, width),
    ...(waived ? wrapProse('   ', formatWaiver(waived), width, 'doubt') : []),
    ...(evidence
      ? renderProof(evidence, report, width, isWhole)
      : wrapProse('   ', 'no evidence was recorded', width, 'doubt')),
  ];
}

function renderPromise(result: Result, report: Report, width: number): Row[] {
  const clause = findClause(report, result);
  const sentence = clause ? `${clause.sentence} (${clause.source})` : 'the report does not contain this clause';
  return [
    ...wrapProse('   rule      ', result.title, width),
    ...wrapProse('   clause    ', `${result.clause}: ${sentence}`, width, 'faint'),
    ...(clause?.why ? wrapProse('   why       ', clause.why, width) : []),
    ...(clause?.fix ? wrapProse('   fix       ', clause.fix, width) : []),
  ];
}

function renderProof(evidence: Evidence, report: Report, width: number, isWhole: boolean): Row[] {
  const { expected, actual } = renderJsonPair(evidence.expected, evidence.actual);
  return [
    ...renderValue('expected', expected),
    ...renderValue('actual', actual),
    ...renderValue('case', renderPrettyJson(getSmallestCase(evidence))),
    ...evidence.exchanges.map((exchange) => ({
      ...renderExchangeRow(exchange, report.target.baseUrl, isWhole ? Number.POSITIVE_INFINITY : width),
      isWhole,
    })),
    ...renderControls(evidence),
    ...renderUnsetVariables(evidence, width),
    ...evidence.curl.map((command) => createUncutRow('   $ ', command)),
    createUncutRow('   replay  ', evidence.replay),
    ...(evidence.seenAgain ? [createRow(createSpan('faint', `   Reproduced ${evidence.seenAgain} times`))] : []),
    ...(evidence.reproduced === false ? [createRow(createSpan('faint', '   Not reproduced: recorded traffic'))] : []),
  ];
}

/** Masked credentials are variables in the commands. */
function renderUnsetVariables({ curl }: Evidence, width: number): Row[] {
  const names = findUnsetVariables(curl);
  return names.length === 0 ? [] : wrapProse('   ', describeUnsetVariables(names), width, 'doubt');
}

function renderValue(name: string, lines: readonly string[]): Row[] {
  const [only, ...more] = lines;
  if (only === undefined) return [];
  if (more.length === 0) return [createRow(`   ${name.padEnd(8)}  ${only}`)];
  return [createRow(`   ${name}`), ...lines.map((line) => createRow(`     ${line}`))];
}

function renderExchangeRow(exchange: RecordedExchange, baseUrl: string, width: number): Row {
  const { n, role, request, answer, silence } = exchange;
  const sent = `${cut(escapeControlCharacters(`${request.method} ${toRelativeUrl(baseUrl, request.url)}`), Math.floor(width / 2))} `;
  const came = answer
    ? `→ ${answer.status} `
    : `→ no response: ${escapeControlCharacters(silence ?? 'the reason is not known')}`;
  const label = `   ${String(n).padStart(4)}  ${role === 'control' ? 'comparison ' : ''}`;
  const room = Math.max(16, width - countColumns(label) - countColumns(sent) - countColumns(came));
  const [asked, told] = shareWidth(
    renderContent(request.content),
    renderContent(answer?.content, answer?.cutFrom),
    room,
  );
  return createRow(createSpan('faint', label), sent, asked, asked === '' ? '' : ' ', came, told);
}

/** Cuts both bodies to the width they share; the longer one gets the space that the other leaves. */
function shareWidth(asked: string, told: string, room: number): [string, string] {
  const half = Math.floor((room - 1) / 2);
  const forAsked = Math.max(half, room - 1 - countColumns(told));
  const first = cut(asked, forAsked);
  return [first, cut(told, room - 1 - countColumns(first))];
}

const renderContent = (text: string | undefined, cutFrom?: number): string =>
  text === undefined ? '' : escapeControlCharacters(text) + (cutFrom === undefined ? '' : `… (${cutFrom} characters)`);

const renderControls = ({ controls: numbers = [] }: Evidence): Row[] =>
  numbers.length > 0 ? [createRow(createSpan('faint', `   Comparison requests: ${numbers.join(', ')}`))] : [];
