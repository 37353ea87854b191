import type { Report, Result } from '../../model/result/report.js';
import { otherReasons, outcomeOf, reasonOf } from '../results/as-test.js';
import { visible } from '../text/escape-control-characters.js';
import { gateLine, nameOf } from '../text/report-words.js';
import { diagnostics } from './diagnostics.js';

/**
 * For anything that reads TAP 14: a test point for each rule and subject. What is violated and closes nothing is Todo,
 * which turns nothing red; what could not be decided or was not looked at is Skip, and says which.
 */
export function writeTap(report: Report): string {
  const points = [...report.results.map((result) => pointOf(result, report)), ...gatePoint(report)];
  const { kit, target, run } = report;
  return [
    'TAP version 14',
    `1..${points.length}`,
    comment(`${kit.name} ${kit.version}, ${nameOf(report)} at ${target.baseUrl}, seed ${report.seed}`),
    ...points.map((point, index) => written(point, index + 1)),
    ...(run.endedEarly ? [comment(`the run ended early: ${run.endedEarly}`)] : []),
    comment(gateLine(report)),
    '',
  ].join('\n');
}

interface Point {
  readonly isOk: boolean;
  readonly description: string;
  readonly directive: string;
  readonly diagnostics: readonly string[];
}

function pointOf(result: Result, report: Report): Point {
  const outcome = outcomeOf(result, report);
  const why = reasonOf(result, report);
  const description = `${result.rule} [${result.subject}] ${result.title}`;
  const about = diagnostics(result, report, why);
  if (outcome === 'passed') return { isOk: true, description, directive: '', diagnostics: [] };
  if (outcome === 'failed') return { isOk: false, description, directive: '', diagnostics: about };
  if (outcome === 'allowed')
    return { isOk: false, description, directive: ` # Todo ${plain(why)}`, diagnostics: about };
  return { isOk: true, description, directive: ` # Skip ${plain(why)}`, diagnostics: [] };
}

function gatePoint(report: Report): Point[] {
  const why = otherReasons(report);
  if (why === undefined) return [];
  return [
    { isOk: false, description: 'the gate is open', directive: '', diagnostics: [`message: ${JSON.stringify(why)}`] },
  ];
}

function written({ isOk, description, directive, diagnostics: about }: Point, number: number): string {
  const line = `${isOk ? 'ok' : 'not ok'} ${number} - ${plain(description)}${directive}`;
  return about.length === 0 ? line : [line, '  ---', ...about.map((each) => `  ${each}`), '  ...'].join('\n');
}

const comment = (text: string): string => `# ${visible(text)}`;

/** A hash would begin a directive. */
const plain = (text: string): string => visible(text).replace(/[\\#]/g, '\\$&').trim();
