import type { Waiver } from '../../model/profile/waiver.js';
import type { Result } from '../../model/result/report.js';
import { findWaiver } from './waiver-standing.js';

/** The waivers, and the path of the report. */
export interface MatchWaiversOptions {
  readonly waivers: readonly Waiver[];
  readonly today: string;
  readonly reportFile: string;
}

/** Adds to violations their waiver and the number by which they are replayed. */
export function matchWaivers(told: readonly Result[], { waivers, today, reportFile }: MatchWaiversOptions): Result[] {
  let number = 0;
  return [...told].sort(compareByRule).map((result) => {
    if (result.verdict !== 'violated') return result;
    number += 1;
    const replay = `assay replay ${reportFile} ${number}`;
    const { evidence } = result;
    return { ...applyWaiver(result, { waivers, today }), ...(evidence && { evidence: { ...evidence, replay } }) };
  });
}

/** Returns a result with the waiver that covers it, replacing any other. */
export function applyWaiver(
  { waived: _, ...result }: Result,
  { waivers, today }: Omit<MatchWaiversOptions, 'reportFile'>,
): Result {
  const { reason, owner, until } = findWaiver(result, waivers, today) ?? {};
  if (reason === undefined || result.verdict !== 'violated') return result;
  return { ...result, waived: { reason, ...(owner && { owner }), ...(until && { until }) } };
}

const compareByRule = (a: Result, b: Result) =>
  a.rule === b.rule ? (a.subject < b.subject ? -1 : 1) : a.rule < b.rule ? -1 : 1;
