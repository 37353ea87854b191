import type { Report, Result } from '../../model/result/report.js';
import { describeClosedGate, describeOutcomeReason, getTestOutcome, listTests } from '../results/as-test.js';
import { findClause } from '../results/group-results.js';
import { describeGate, describeHarmLines } from '../text/describe-gate.js';
import { describeExchange } from '../text/describe-violation.js';
import { escapeControlCharacters, shorten } from '../text/escape-control-characters.js';
import { formatTargetName } from '../text/report-words.js';

const maxValueLength = 2000;

/** Writes TAP 14: a violation that does not fail the run is Todo, a check without a verdict Skip, with the reason. */
export function writeTap(report: Report): string {
  const own = listTests(report).map((result) => createPoint(result, report));
  const gate = createGatePoints(report);
  const points = report.harm === undefined ? [...own, ...gate] : [...gate, ...own];
  const { kit, target, run } = report;
  return [
    'TAP version 14',
    `1..${points.length}`,
    ...describeHarmLines(report).map(renderComment),
    renderComment(`${kit.name} ${kit.version}, ${formatTargetName(report)} at ${target.baseUrl}, seed ${report.seed}`),
    ...points.map((point, index) => renderPoint(point, index + 1)),
    ...(run.endedEarly ? [renderComment(`the run ended early: ${run.endedEarly}`)] : []),
    renderComment(describeGate(report)),
    '',
  ].join('\n');
}

interface TapPoint {
  readonly isOk: boolean;
  readonly description: string;
  readonly directive: string;
  readonly diagnostics: readonly string[];
}

function createPoint(result: Result, report: Report): TapPoint {
  const outcome = getTestOutcome(result, report);
  const why = describeOutcomeReason(result, report);
  const description = `${result.rule} [${result.subject}] ${result.title}`;
  const about = renderDiagnostics(result, report, why);
  if (outcome === 'passed') return { isOk: true, description, directive: '', diagnostics: [] };
  if (outcome === 'failed') return { isOk: false, description, directive: '', diagnostics: about };
  if (outcome === 'allowed')
    return { isOk: false, description, directive: ` # Todo ${escapeTap(why)}`, diagnostics: about };
  return { isOk: true, description, directive: ` # Skip ${escapeTap(why)}`, diagnostics: [] };
}

function createGatePoints(report: Report): TapPoint[] {
  const why = describeClosedGate(report);
  if (why === undefined) return [];
  return [
    { isOk: false, description: 'the audit passed', directive: '', diagnostics: [`message: ${JSON.stringify(why)}`] },
  ];
}

function renderPoint({ isOk, description, directive, diagnostics: about }: TapPoint, number: number): string {
  const line = `${isOk ? 'ok' : 'not ok'} ${number} - ${escapeTap(description)}${directive}`;
  return about.length === 0 ? line : [line, '  ---', ...about.map((each) => `  ${each}`), '  ...'].join('\n');
}

const renderComment = (text: string): string => `# ${escapeControlCharacters(text)}`;

/** A hash would begin a directive. */
const escapeTap = (text: string): string => escapeControlCharacters(text).replace(/[\\#]/g, '\\$&').trim();

/** Details of a point, in lines of YAML; every value is a string in double quotes, or a list of these. */
function renderDiagnostics(result: Result, report: Report, why: string): string[] {
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
      (evidence?.exchanges ?? []).map((each) => `${each.n} ${describeExchange(each, report.target.baseUrl)}`),
    ),
    ...renderList('curl', evidence?.curl ?? []),
    ...renderLine('replay', evidence?.replay),
  ];
}

const toJson = (value: unknown): string | undefined => (value === undefined ? undefined : JSON.stringify(value));

const renderLine = (key: string, value: string | undefined): string[] =>
  value === undefined ? [] : [`${key}: ${quoteYaml(value)}`];

const renderList = (key: string, values: readonly string[]): string[] =>
  values.length > 0 ? [`${key}:`, ...values.map((value) => `  - ${quoteYaml(value)}`)] : [];

/** A JSON string of visible characters is also a double-quoted scalar of YAML. */
const quoteYaml = (text: string): string => JSON.stringify(escapeControlCharacters(shorten(maxValueLength, text)));
