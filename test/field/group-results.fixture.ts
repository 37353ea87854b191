import type { Report } from '../../src/model/result/report.js';

/** What a report says, by verdict and cause: of each rule the subjects with that verdict. */
export function groupByVerdict({ results }: Report): Record<string, Record<string, string>> {
  const table: Record<string, Record<string, string>> = {};
  for (const { rule, subject, verdict, cause } of results) {
    const said = cause === undefined || verdict === 'not-applicable' ? verdict : `${verdict}: ${cause}`;
    const { [rule]: others } = table[said] ?? {};
    table[said] = { ...table[said], [rule]: others === undefined ? subject : `${others} ${subject}` };
  }
  return table;
}

/** How many checks have a verdict. */
export const countVerdict = ({ results }: Report, wanted: string): number =>
  results.filter(({ verdict }) => verdict === wanted).length;

/** Checks that are not applicable and name nothing that would make them apply. */
export const listDeadEnds = ({ results }: Report): string[] =>
  results
    .filter(({ verdict, enable }) => verdict === 'not-applicable' && !enable)
    .map(({ rule, subject }) => `${rule} ${subject}`);

/** Checks that assay itself could not judge, with the error. */
export const listErrors = ({ results }: Report): string[] =>
  results.filter(({ verdict }) => verdict === 'errored').map(({ rule, subject, why }) => `${rule} ${subject}: ${why}`);
