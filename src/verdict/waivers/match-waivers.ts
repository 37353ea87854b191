import type { Waiver } from '../../model/profile/waiver.js';
import type { Result } from '../../model/result/report.js';
import { waiverFor } from './waiver-standing.js';

/** What results are waived by, and where they will stand. */
export interface Numbering {
  readonly waivers: readonly Waiver[];
  readonly today: string;
  readonly reportFile: string;
}

/** Results by rule and subject; violations get their waiver and their number, by which they are replayed. */
export function numbered(told: readonly Result[], { waivers, today, reportFile }: Numbering): Result[] {
  let number = 0;
  return [...told].sort(byRule).map((result) => {
    if (result.verdict !== 'violated') return result;
    number += 1;
    const replay = `assay replay ${reportFile} ${number}`;
    const { evidence } = result;
    return { ...waived(result, { waivers, today }), ...(evidence && { evidence: { ...evidence, replay } }) };
  });
}

/** A result with the waiver that covers it, and no other. */
export function waived({ waived: _, ...result }: Result, { waivers, today }: Omit<Numbering, 'reportFile'>): Result {
  const { reason, owner, until } = waiverFor(result, waivers, today) ?? {};
  if (reason === undefined || result.verdict !== 'violated') return result;
  return { ...result, waived: { reason, ...(owner && { owner }), ...(until && { until }) } };
}

const byRule = (a: Result, b: Result) =>
  a.rule === b.rule ? (a.subject < b.subject ? -1 : 1) : a.rule < b.rule ? -1 : 1;
