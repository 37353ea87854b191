import type { Evidence, RecordedExchange, Result } from '../model/result/report.js';
import { escapeControlCharacters } from '../report/text/escape-control-characters.js';
import { cut } from '../report/text/fit-width.js';
import { toRelativeUrl } from '../report/text/relative-url.js';
import { describeReason, getHeadline } from '../report/text/report-words.js';

/** What is known of a run beside its results. */
export interface RunFacts {
  readonly baseUrl: string;
  readonly seed: number;
  /** A sentence of the convention, by the name of its clause. */
  readonly sentences: ReadonlyMap<string, string>;
  /** Frames of the place at which the tests were asked for. */
  readonly site: string;
}

/** A promise that was broken, with its smallest counterexample, or one that could not be judged; a runner shows `expected` and `actual` as a diff. */
export class Violation extends Error {
  override readonly name: string;
  declare readonly expected?: Evidence['expected'];
  declare readonly actual?: Evidence['actual'];
  readonly showDiff: boolean;

  constructor(result: Result, facts: RunFacts) {
    super(renderMessage(result, facts));
    this.name = result.verdict === 'violated' ? 'Violation' : 'Undecided';
    const { expected, actual } = result.evidence ?? {};
    this.showDiff = expected !== undefined && actual !== undefined;
    if (this.showDiff) Object.assign(this, { expected, actual });
    this.stack = `${this.name}: ${this.message}\n${facts.site}`;
  }
}

/** Columns that the line of one exchange may take. */
const maxWidth = 160;

function renderMessage(result: Result, { baseUrl, seed, sentences }: RunFacts): string {
  const { rule, subject, level, clause, title, evidence } = result;
  const sentence = sentences.get(clause);
  const lines = [
    `${getHeadline(result)} [${subject}]`,
    ...(result.verdict === 'violated' ? [] : [`${result.verdict}: ${describeReason(result)}`]),
    '',
    renderField('promised', `${title} (${level}, ${rule})`),
    renderField('clause', sentence === undefined ? clause : `${clause}: ${sentence}`),
    ...(evidence ? renderProof(evidence, baseUrl) : []),
    renderField('again', `vitest -t '${rule}', with seed: ${seed} in conformance()`),
  ];
  return lines.map(escapeControlCharacters).join('\n');
}

function renderProof(evidence: Evidence, baseUrl: string): string[] {
  return [
    ...(evidence.case === undefined ? [] : [renderField('case', JSON.stringify(evidence.case))]),
    ...evidence.exchanges.map((exchange) => cut(renderExchange(exchange, baseUrl), maxWidth)),
    ...evidence.curl.map((command) => `  $ ${command}`),
    ...(evidence.seenAgain === undefined ? [] : [renderField('seen again', evidence.seenAgain)]),
  ];
}

const renderField = (name: string, text: string): string => `  ${name.padEnd(11)}${text}`;

function renderExchange({ n, request, answer, silence }: RecordedExchange, baseUrl: string): string {
  const asked = [request.method, toRelativeUrl(baseUrl, request.url), request.content].filter(Boolean).join(' ');
  const told = answer ? `${answer.status} ${answer.content ?? ''}` : `no answer: ${silence ?? 'nobody knows why'}`;
  return escapeControlCharacters(`  ${String(n).padStart(4)}  ${asked} → ${told.trimEnd()}`);
}
