import type { Result } from '../../src/model/result/report.js';

/** How a fault in a world was found. */
export interface FaultDetection {
  /** Rules that claim the fault and did not notice it. */
  readonly missed: readonly string[];
  /** Rules that were violated without claiming it. */
  readonly besides: readonly string[];
  /** Whether the world leaves nothing to see of it, such as a wrong total where no total is shown. */
  readonly isUntestable: boolean;
}

/** Judges the results of a service with a fault that these rules claim. */
export function judgeFault(results: readonly Result[], claims: readonly string[]): FaultDetection {
  const violated = [...new Set(results.filter(({ verdict }) => verdict === 'violated').map(({ rule }) => rule))];
  const missed = claims.filter((rule) => !violated.includes(rule));
  const tried = results.filter(({ cause }) => cause !== 'filter');
  const isNowhere = tried.some(({ verdict }) => verdict === 'not-applicable');
  const isSilent = tried.every(({ verdict }) => verdict === 'held' || verdict === 'not-applicable');
  return {
    missed,
    besides: violated.filter((rule) => !claims.includes(rule)),
    isUntestable: missed.length === claims.length && isNowhere && isSilent,
  };
}
