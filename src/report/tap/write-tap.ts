import type { Report, Result } from '../../model/result/report.js';
import { describeClosedGate, describeOutcomeReason, getTestOutcome } from '../results/as-test.js';
import { describeGate, describeHarmLines } from '../text/describe-gate.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { formatTargetName } from '../text/report-words.js';
import { renderDiagnostics } from './diagnostics.js';

/**
 * Writes TAP 14: a test point for each check. A violation that does not fail the run is Todo, which does not fail the file;
 * a check without a verdict is Skip, with the reason.
 */
export function writeTap(report: Report): string {
  const own = report.results.map((result) => createPoint(result, report));
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
