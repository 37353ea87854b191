import type { Waiver } from '../../model/profile/waiver.js';
import type { Report, Result } from '../../model/result/report.js';
import { isFailing } from '../gate.js';
import { isWaiverFor } from './waiver-standing.js';

/** What a run says about a file of known failures. */
export interface KnownFailureCheck {
  /** What closes the gate and nobody accepted yet. */
  readonly unknown: readonly Result[];
  /** Places in the file of what was looked at, and held throughout. */
  readonly fixed: ReadonlySet<number>;
  /** What was accepted until a day that is over, and is still violated. */
  readonly overdue: readonly Waiver[];
  /** What could not be decided, and so is neither accepted nor struck off. */
  readonly undecided: readonly Result[];
}

/** Reckons up a run with the waivers of one file. A run that ended early strikes nothing off. */
export function checkKnownFailures({ results, run }: Report, waivers: readonly Waiver[]): KnownFailureCheck {
  const isFixed = (waiver: Waiver) => {
    const meant = results.filter((result) => isWaiverFor(waiver, result));
    return meant.length > 0 && meant.every(({ verdict }) => verdict === 'held');
  };
  const open = results.filter(
    (result) => result.verdict === 'violated' && result.waived === undefined && isFailing(result, run.strict),
  );
  const overdue = waivers.filter((waiver) => open.some((result) => isWaiverFor(waiver, result)));
  return {
    unknown: open.filter((result) => !overdue.some((waiver) => isWaiverFor(waiver, result))),
    fixed: new Set(run.endedEarly === undefined ? waivers.flatMap((waiver, at) => (isFixed(waiver) ? [at] : [])) : []),
    overdue,
    undecided: results.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'errored'),
  };
}
