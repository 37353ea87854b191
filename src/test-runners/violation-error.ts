import type { Evidence, RecordedExchange, Result } from '../model/result/report.js';
import { describeExchange } from '../report/text/describe-violation.js';
import { escapeControlCharacters } from '../report/text/escape-control-characters.js';
import { cut } from '../report/text/fit-width.js';
import { describeReason, getHeadline } from '../report/text/report-words.js';

export interface RunFacts {
  readonly baseUrl: string;
  readonly seed: number;
  /** Returns the sentence of a clause by its id. */
  readonly sentences: ReadonlyMap<string, string>;
  /** Says how the tests of one rule are run again with the same cases. */
  formatRepeat(rule: string, seed: number): string;
  /** Stack frames of the call that registered the tests. */
  readonly site: string;
}

/** A violated rule with its smallest counterexample, or an errored one; a runner shows `expected` and `actual` as a diff. */
export class Violation extends Error {
  override readonly name: string;
  declare readonly expected?: Evidence['expected'];
  declare readonly actual?: Evidence['actual'];
  readonly showDiff: boolean;

  constructor(result: Result, facts: RunFacts) {
    super(renderMessage(result, facts));
    this.name = result.verdict === 'violated' ? 'Violation' : 'NoVerdict';
    const { expected, actual } = result.evidence ?? {};
    this.showDiff = expected !== undefined && actual !== undefined;
    if (this.showDiff) Object.assign(this, { expected, actual });
    this.stack = `${this.name}: ${this.message}\n${facts.site}`;
  }
}

/** Maximum columns of the line of one exchange. */
const maxWidth = 160;

function renderMessage(result: Result, { baseUrl, seed, sentences, formatRepeat }: RunFacts): string {
  const { rule, subject, level, clause, title, evidence } = result;
  const sentence = sentences.get(clause);
  const lines = [
    `${getHeadline(result)} [${subject}]`,
    ...(result.verdict === 'violated' ? [] : [`${result.verdict}: ${describeReason(result)}`]),
    '',
    renderField('rule', `${title} (${level}, ${rule})`),
    renderField('clause', sentence === undefined ? clause : `${clause}: ${sentence}`),
    ...(evidence ? renderProof(evidence, baseUrl) : []),
    renderField('reproduce', formatRepeat(rule, seed)),
  ];
  return lines.map(escapeControlCharacters).join('\n');
}

function renderProof(evidence: Evidence, baseUrl: string): string[] {
  return [
    ...(evidence.case === undefined ? [] : [renderField('case', JSON.stringify(evidence.case))]),
    ...evidence.exchanges.map((exchange) => cut(renderExchange(exchange, baseUrl), maxWidth)),
    ...evidence.curl.map((command) => `  $ ${command}`),
    ...(evidence.seenAgain === undefined ? [] : [renderField('reproduced', `${evidence.seenAgain} times`)]),
  ];
}

const renderField = (name: string, text: string): string => `  ${name.padEnd(11)}${text}`;

const renderExchange = (exchange: RecordedExchange, baseUrl: string): string =>
  escapeControlCharacters(`  ${String(exchange.n).padStart(4)}  ${describeExchange(exchange, baseUrl)}`);
