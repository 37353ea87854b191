import type { Report, Result } from '../../model/result/report.js';
import { findClause } from '../results/group-results.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { toRelativeUrl } from '../text/relative-url.js';
import { shorten } from '../text/shorten.js';

/** Maximum length of a value that is shown whole. */
const maxValueLength = 2000;

/** Details of a point, in lines of YAML; every value is a string in double quotes, or a list of these. */
export function renderDiagnostics(result: Result, report: Report, why: string): string[] {
  const { rule, subject, level, verdict, clause, title, evidence } = result;
  const covered = findClause(report, result);
  return [
    ...renderLine('message', why),
    ...renderLine('verdict', verdict),
    ...renderLine('level', level),
    ...renderLine('rule', rule),
    ...renderLine('subject', subject),
    ...renderLine('promised', title),
    ...renderLine('clause', covered ? `${clause}: ${covered.sentence} (${covered.source})` : clause),
    ...renderLine('expected', toJson(evidence?.expected)),
    ...renderLine('actual', toJson(evidence?.actual)),
    ...renderLine('case', toJson(evidence?.case)),
    ...renderList(
      'exchanges',
      (evidence?.exchanges ?? []).map((each) => renderExchangeLine(each, report.target.baseUrl)),
    ),
    ...renderList('curl', evidence?.curl ?? []),
    ...renderLine('replay', evidence?.replay),
  ];
}

type Exchange = NonNullable<Result['evidence']>['exchanges'][number];

function renderExchangeLine({ n, request, answer, silence }: Exchange, baseUrl: string): string {
  const asked = [request.method, toRelativeUrl(baseUrl, request.url), request.content].filter(Boolean).join(' ');
  const told = answer
    ? `${answer.status} ${answer.content ?? ''}`
    : `no response: ${silence ?? 'the reason is not known'}`;
  return `${n} ${asked} → ${told.trimEnd()}`;
}

const toJson = (value: unknown): string | undefined => (value === undefined ? undefined : JSON.stringify(value));

const renderLine = (key: string, value: string | undefined): string[] =>
  value === undefined ? [] : [`${key}: ${quoteYaml(value)}`];

const renderList = (key: string, values: readonly string[]): string[] =>
  values.length > 0 ? [`${key}:`, ...values.map((value) => `  - ${quoteYaml(value)}`)] : [];

/** A JSON string of visible characters is also a double-quoted scalar of YAML. */
const quoteYaml = (text: string): string => JSON.stringify(escapeControlCharacters(shorten(maxValueLength, text)));
