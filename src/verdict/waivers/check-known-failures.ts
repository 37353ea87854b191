import type { Waiver } from '../../model/profile/waiver.js';
import { isFailing } from '../../model/result/gate-policy.js';
import type { Report, Result } from '../../model/result/report.js';
import { isWaiverFor } from './waiver-standing.js';

/** The result of a run compared with a file of known failures. */
export interface KnownFailureCheck {
  /** Results that fail the run and are not accepted yet. */
  readonly unknown: readonly Result[];
  /** Positions in the file of waivers whose checks all held. */
  readonly fixed: ReadonlySet<number>;
  /** Waivers that have expired while the rule is still violated. */
  readonly overdue: readonly Waiver[];
  /** Checks without a verdict: neither added nor removed. */
  readonly undecided: readonly Result[];
}

/** Compares a run with the waivers of one file. A run that ended early removes none. */
export function checkKnownFailures({ results, run }: Report, waivers: readonly Waiver[]): KnownFailureCheck {
  const isFixed = (waiver: Waiver) => {
    const meant = results.filter((result) => isWaiverFor(waiver, result));
    return meant.length > 0 && meant.every(({ verdict }) => verdict === 'held');
  };
  const open = results.filter(
    (result) => result.verdict === 'violated' && result.waived === undefined && isFailing(result, run),
  );
  const overdue = waivers.filter((waiver) => open.some((result) => isWaiverFor(waiver, result)));
  return {
    unknown: open.filter((result) => !overdue.some((waiver) => isWaiverFor(waiver, result))),
    fixed: new Set(run.endedEarly === undefined ? waivers.flatMap((waiver, at) => (isFixed(waiver) ? [at] : [])) : []),
    overdue,
    undecided: results.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'errored'),
  };
}
