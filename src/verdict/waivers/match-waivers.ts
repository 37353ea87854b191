import type { Waiver } from '../../model/profile/waiver.js';
import { compareWeight, type GatePolicy } from '../../model/result/gate-policy.js';
import type { Result } from '../../model/result/report.js';
import { findWaiver } from './waiver-standing.js';

/** The waivers, what fails the run, and the path of the report. */
export interface MatchWaiversOptions extends GatePolicy {
  readonly waivers: readonly Waiver[];
  readonly today: string;
  readonly reportFile: string;
}

/** Adds to violations their waiver, and the number by which they are shown and replayed: those that fail the run come first. */
export function matchWaivers(told: readonly Result[], options: MatchWaiversOptions): Result[] {
  const results = [...told].sort(compareByRule).map((result) => applyWaiver(result, options));
  const violated = results.filter(({ verdict }) => verdict === 'violated');
  const numbers = new Map(
    violated.sort((one, other) => compareWeight(one, other, options)).map((result, index) => [result, index + 1]),
  );
  return results.map((result) => {
    const number = numbers.get(result);
    return number === undefined ? omitNumber(result) : numberViolation(result, number, options.reportFile);
  });
}

function numberViolation(result: Result, number: number, reportFile: string): Result {
  const { evidence } = result;
  const replay = `assay replay ${reportFile} ${number}`;
  return { ...result, number, ...(evidence && { evidence: { ...evidence, replay } }) };
}

function omitNumber(result: Result): Result {
  if (result.number === undefined) return result;
  const { number: _, ...rest } = result;
  return rest;
}

/** Returns a result with the waiver that covers it, replacing any other. */
export function applyWaiver(
  judged: Result,
  { waivers, today }: Pick<MatchWaiversOptions, 'waivers' | 'today'>,
): Result {
  if (judged.verdict !== 'violated' && judged.waived === undefined) return judged;
  const { waived: _, ...result } = judged;
  const { reason, owner, until } = findWaiver(result, waivers, today) ?? {};
  if (reason === undefined || result.verdict !== 'violated') return result;
  return { ...result, waived: { reason, ...(owner && { owner }), ...(until && { until }) } };
}

const compareByRule = (a: Result, b: Result) =>
  a.rule === b.rule ? (a.subject < b.subject ? -1 : 1) : a.rule < b.rule ? -1 : 1;
