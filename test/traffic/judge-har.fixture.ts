import type { Report } from '../../src/model/result/report.js';
import { allFaults } from '../../tools/faults/all-faults.js';
import { judgeEntries } from '../../tools/traffic/judge-entries.js';
import { recordDemo } from '../../tools/traffic/record-demo.js';

/** Records what a fixed client does with the demo, and judges it. */
export async function judgeDemo(fault?: string, dialect = findDialect(fault)): Promise<Report> {
  const { entries, url, openapi } = await recordDemo(dialect, fault);
  return judgeEntries(entries, url, { openapi });
}

/** The variant without which a fault has no effect. */
const findDialect = (fault: string | undefined): readonly string[] =>
  allFaults.find(({ name }) => name === fault)?.dialect ?? [];

/** The rules that are violated, and those that are suspected. */
export const listFlawed = ({ results }: Report, verdict: 'violated' | 'inconclusive'): string[] => [
  ...new Set(results.filter((one) => one.verdict === verdict).map(({ rule }) => rule)),
];
