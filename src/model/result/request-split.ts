/** What requests are sent for. */
export type RequestPurpose = 'setup' | 'treatment' | 'control' | 'confirmation' | 'cleanup';

/** All purposes, in the order in which they are shown. */
export const requestPurposes = ['setup', 'treatment', 'control', 'confirmation', 'cleanup'] as const;

/** Number of requests of one suite, by purpose. */
export interface SuiteRequests extends Readonly<Record<RequestPurpose, number>> {
  /** Name of the suite; `-` for what serves all of them. */
  readonly suite: string;
}
