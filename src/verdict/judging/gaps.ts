import type { AcceptedGap } from '../../model/profile/accepted-gap.js';
import type { Gap } from '../../model/result/gate.js';
import { isFailing } from '../../model/result/gate-policy.js';
import type { CreationReach } from '../../model/result/reach.js';
import type { Report, Result } from '../../model/result/report.js';
import {
  createLossTest,
  describeEmpty,
  findEmptyAbove,
  groupByCause,
  isAbout,
  isWithheld,
  listEmpty,
} from '../../model/result/unchecked-causes.js';

/** The parts of a report that say what was not checked. */
export type GapReport = Pick<Report, 'results' | 'reach' | 'run' | 'startedAt'>;

/** What could not be checked of what could have failed the run. */
export interface FoundGaps {
  /** Most checks first. */
  readonly gaps: readonly Gap[];
  /** Number of checks that could have failed the run, and that are not accepted as missing. */
  readonly base: number;
  /** Collections that offer creation and in which no item could be created, as far as any check is about them. */
  readonly empty: readonly CreationReach[];
}

/** Finds what a run could not check, by what was lacking. */
export function findGaps({ results, reach, run, startedAt }: GapReport): FoundGaps {
  const isLost = createLossTest(reach);
  const withheld = new Set(results.filter(isWithheld).map(({ subject }) => subject));
  const meant = results.filter((result) => couldFail(result, run) && !(isLost(result) && withheld.has(result.subject)));
  const lost = meant.filter(isLost);
  const isConcerned = ({ collection, path, refusal }: CreationReach) =>
    refusal !== undefined || lost.some((one) => one.cause !== 'budget' && isAbout(one, [collection, path]));
  const empty = listEmpty(reach).filter(isConcerned);
  const causes = groupByCause(lost, { results, reach });
  const untried = empty.filter(
    (one) => findEmptyAbove(one, empty) === one && causes.every(({ about }) => about !== one.collection),
  );
  const gaps = [
    ...causes.map(({ results: { length }, isLost: _, enable: __, ...gap }) => ({ ...gap, checks: length })),
    ...untried.map((one) => ({ ...describeEmpty(one), checks: 0 })),
  ].map((gap) => addAcceptance(gap, run.acceptedGaps ?? [], startedAt.slice(0, 10)));
  const accepted = gaps.filter((gap) => gap.accepted !== undefined).reduce((sum, { checks }) => sum + checks, 0);
  return { gaps, base: meant.length - accepted, empty };
}

/** Whether a check is of a MUST rule whose violation would fail this run, and was planned with what the run may do. */
function couldFail(result: Result, run: Report['run']): boolean {
  const { level, verdict, cause = '', why = '' } = result;
  if (level !== 'MUST' || verdict === 'not-applicable' || leftOut.includes(cause) || /\(--bail \d+\)/.test(why))
    return false;
  return isFailing({ ...result, verdict: 'violated' }, run);
}

/** Why checks are no part of a run: the user left them out, may not send them, or the service has nothing for them. */
const leftOut = ['filter', 'permission', 'need', 'dialect', 'kit'];

function addAcceptance(gap: Gap, accepted: readonly AcceptedGap[], today: string): Gap {
  const own = accepted.find(
    ({ collection, until }) => collection === gap.about && (until === undefined || until >= today),
  );
  return own === undefined ? gap : { ...gap, accepted: own.reason };
}
