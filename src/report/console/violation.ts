import type { Evidence, RecordedExchange, Report, Result } from '../../model/result/report.js';
import { clauseOf } from '../results/group-results.js';
import { visible } from '../text/escape-control-characters.js';
import { cut, lengthOf } from '../text/fit-width.js';
import { pretty, prettyPair } from '../text/pretty-json.js';
import { relativeTo } from '../text/relative-url.js';
import { headline, waiver } from '../text/report-words.js';
import { prose } from './layout.js';
import { as, type Row, row, wholeRow } from './print.js';

/** A violation in full: the claim, what happened instead, and how to see it again. */
export function violation(result: Result, number: number, report: Report, width: number): Row[] {
  const { rule, subject, level, evidence, waived } = result;
  return [
    row(as('bad', `${number}. ${headline(result)}`)),
    row(`   ${level} ${rule} [${subject}]`, ...(result.stage === 'provisional' ? [as('doubt', '  provisional')] : [])),
    ...promise(result, report, width),
    ...(waived ? prose('   ', waiver(waived), width, 'doubt') : []),
    ...(evidence ? proof(evidence, report, width) : prose('   ', 'no evidence was kept', width, 'doubt')),
  ];
}

function promise(result: Result, report: Report, width: number): Row[] {
  const clause = clauseOf(report, result);
  const sentence = clause ? `${clause.sentence} (${clause.source})` : 'the report holds no such clause';
  return [
    ...prose('   promised  ', result.title, width),
    ...prose('   clause    ', `${result.clause}: ${sentence}`, width, 'faint'),
  ];
}

function proof(evidence: Evidence, report: Report, width: number): Row[] {
  const { expected, actual } = prettyPair(evidence.expected, evidence.actual);
  return [
    ...value('expected', expected),
    ...value('actual', actual),
    ...value('case', pretty(evidence.case)),
    ...evidence.exchanges.map((exchange) => exchangeRow(exchange, report.target.baseUrl, width)),
    ...controls(evidence),
    ...evidence.curl.map((command) => wholeRow('   $ ', command)),
    wholeRow('   replay  ', evidence.replay),
    ...again(evidence),
  ];
}

function value(name: string, lines: readonly string[]): Row[] {
  const [only, ...more] = lines;
  if (only === undefined) return [];
  if (more.length === 0) return [row(`   ${name.padEnd(8)}  ${only}`)];
  return [row(`   ${name}`), ...lines.map((line) => row(`     ${line}`))];
}

function exchangeRow(exchange: RecordedExchange, baseUrl: string, width: number): Row {
  const { n, role, request, answer, silence } = exchange;
  const sent = `${cut(visible(`${request.method} ${relativeTo(baseUrl, request.url)}`), Math.floor(width / 2))} `;
  const came = answer ? `→ ${answer.status} ` : `→ no answer: ${visible(silence ?? 'the reason is not known')}`;
  const label = `   ${String(n).padStart(4)}  ${role === 'control' ? 'control ' : ''}`;
  const room = Math.max(16, width - lengthOf(label) - lengthOf(sent) - lengthOf(came));
  const [asked, told] = shares(content(request.content), content(answer?.content, answer?.cutFrom), room);
  return row(as('faint', label), sent, asked, asked === '' ? '' : ' ', came, told);
}

/** Both contents cut to the room they share; what one leaves free goes to the other. */
function shares(asked: string, told: string, room: number): [string, string] {
  const half = Math.floor((room - 1) / 2);
  const forAsked = Math.max(half, room - 1 - lengthOf(told));
  const first = cut(asked, forAsked);
  return [first, cut(told, room - 1 - lengthOf(first))];
}

const content = (text: string | undefined, cutFrom?: number): string =>
  text === undefined ? '' : visible(text) + (cutFrom === undefined ? '' : `… (${cutFrom} characters)`);

const controls = ({ controls: numbers = [] }: Evidence): Row[] =>
  numbers.length > 0 ? [row(as('faint', `   controls on the tape: ${numbers.join(', ')}`))] : [];

function again({ seenAgain, seed, path }: Evidence): Row[] {
  const parts = [
    seenAgain && `seen again ${seenAgain}`,
    seed !== undefined && `seed ${seed}`,
    path !== undefined && `path ${path}`,
  ].filter(Boolean);
  return parts.length > 0 ? [row(as('faint', `   ${parts.join(', ')}`))] : [];
}
