/** What requests are sent for, in the order in which it is shown. */
export const requestPurposes = ['setup', 'treatment', 'control', 'confirmation', 'cleanup'] as const;

/** One of {@link requestPurposes}. */
export type RequestPurpose = (typeof requestPurposes)[number];

/** Number of requests of one suite, by purpose. */
export interface SuiteRequests extends Readonly<Record<RequestPurpose, number>> {
  /** Name of the suite; `-` for what serves all of them. */
  readonly suite: string;
}

/** Adds up rows, as one of another name. */
export function addUpRequests(suite: string, rows: readonly SuiteRequests[]): SuiteRequests {
  const total = { suite, setup: 0, treatment: 0, control: 0, confirmation: 0, cleanup: 0 };
  for (const row of rows) for (const purpose of requestPurposes) total[purpose] += row[purpose];
  return total;
}
