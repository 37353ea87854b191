import type { Report, Result } from '../../model/result/report.js';
import { clauseOf } from '../results/group-results.js';
import { visible } from '../text/escape-control-characters.js';
import { relativeTo } from '../text/relative-url.js';
import { brief } from '../text/shorten.js';

/** Longest value that is shown whole. */
const most = 2000;

/** What is known of a point, in lines of YAML; every value is a string in double quotes, or a list of them. */
export function diagnostics(result: Result, report: Report, why: string): string[] {
  const { rule, subject, level, verdict, clause, title, evidence } = result;
  const covered = clauseOf(report, result);
  return [
    ...line('message', why),
    ...line('verdict', verdict),
    ...line('level', level),
    ...line('rule', rule),
    ...line('subject', subject),
    ...line('promised', title),
    ...line('clause', covered ? `${clause}: ${covered.sentence} (${covered.source})` : clause),
    ...line('expected', json(evidence?.expected)),
    ...line('actual', json(evidence?.actual)),
    ...line('case', json(evidence?.case)),
    ...list(
      'exchanges',
      (evidence?.exchanges ?? []).map((each) => exchangeLine(each, report.target.baseUrl)),
    ),
    ...list('curl', evidence?.curl ?? []),
    ...line('replay', evidence?.replay),
  ];
}

type Exchange = NonNullable<Result['evidence']>['exchanges'][number];

function exchangeLine({ n, request, answer, silence }: Exchange, baseUrl: string): string {
  const asked = [request.method, relativeTo(baseUrl, request.url), request.content].filter(Boolean).join(' ');
  const told = answer
    ? `${answer.status} ${answer.content ?? ''}`
    : `no answer: ${silence ?? 'the reason is not known'}`;
  return `${n} ${asked} → ${told.trimEnd()}`;
}

const json = (value: unknown): string | undefined => (value === undefined ? undefined : JSON.stringify(value));

const line = (key: string, value: string | undefined): string[] =>
  value === undefined ? [] : [`${key}: ${quoted(value)}`];

const list = (key: string, values: readonly string[]): string[] =>
  values.length > 0 ? [`${key}:`, ...values.map((value) => `  - ${quoted(value)}`)] : [];

/** A JSON string of visible characters is a double-quoted scalar of YAML, too. */
const quoted = (text: string): string => JSON.stringify(visible(brief(most, text)));
