import type { ScheduledTrial } from './order-trials.js';
import { hasListRoom, type RunningTrial } from './running-trial.js';
import type { Settlement } from './settlement.js';
import { isConflicting, isOfLists, sharesCollection } from './trial-claim.js';

/** What decides whether a trial may begin now. */
interface ReadinessContext {
  readonly concurrency: number;
  readonly settlement: Pick<Settlement<unknown, unknown>, 'unfinished' | 'checked'>;
  readonly running: ReadonlyMap<object, RunningTrial>;
  readonly urgent: ReadonlySet<ScheduledTrial>;
  /** Side tasks that have not begun. Their items are in the way of trials that run alone. */
  readonly sideTasks: ReadonlySet<Pick<ScheduledTrial, 'claim'>>;
}

/** Creates what decides whether a trial may begin beside those under way. */
export function createReadiness({ concurrency, settlement, running, urgent, sideTasks }: ReadinessContext) {
  const { unfinished, checked } = settlement;
  const mayComeBefore = (one: ScheduledTrial, other: ScheduledTrial) =>
    concurrency > 1 &&
    (urgent.has(one) || areOperations(one, other) || (running.has(other) && readsSameLists(one, other)));
  const isAwaited = (one: ScheduledTrial, other: ScheduledTrial) =>
    unfinished.has(other) && checked.get(other) !== true && !mayComeBefore(one, other);
  const isFree = (one: ScheduledTrial): boolean => {
    for (const other of running.values())
      if (isConflicting(one.claim, other.claim) && !mayFollow(one, other)) return false;
    for (const { claim } of sideTasks) if (!urgent.has(one) && isConflicting(one.claim, claim)) return false;
    return true;
  };
  return (one: ScheduledTrial): boolean => {
    for (const other of one.assumed) if (isAwaited(one, other)) return false;
    return isFree(one) && hasListRoom(one.claim, running.values()) && !isHeldBack(one, urgent);
  };
}

/** Whether a trial may create its items while another one, beside which it may not run, removes the last of its own. */
const mayFollow = ({ claim }: ScheduledTrial, other: RunningTrial): boolean =>
  claim.mode !== 'own items' &&
  claim.mode !== 'reading' &&
  claim.mayRemoveBehind &&
  other.mayRemoveBehind &&
  other.cases === 0;

/** Whether two trials only read what is there. */
const areOperations = ({ trial: one }: ScheduledTrial, { trial: other }: ScheduledTrial): boolean =>
  one.subject.kind === 'operation' && other.subject.kind === 'operation';

/** Whether two trials take turns at the same list. */
const readsSameLists = (one: ScheduledTrial, other: ScheduledTrial): boolean =>
  isOfLists(one.claim) && one.claim.mode === other.claim.mode && sharesCollection(one.claim, other.claim);

/** Whether a trial would delay an urgent one without being needed by any. */
function isHeldBack(one: ScheduledTrial, urgent: ReadonlySet<ScheduledTrial>): boolean {
  if (urgent.has(one)) return false;
  let isInTheWay = false;
  for (const { assumed, claim } of urgent) {
    if (assumed.has(one)) return false;
    isInTheWay ||= isConflicting(claim, one.claim);
  }
  return isInTheWay;
}
