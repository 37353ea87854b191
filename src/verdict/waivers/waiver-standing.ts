import { getCurrentId, isAddressName } from '../../model/profile/rule-names.js';
import type { Waiver } from '../../model/profile/waiver.js';
import type { ReportedWaiver, Result } from '../../model/result/report.js';

export interface WaiverInput {
  readonly waivers: readonly Waiver[];
  readonly results: readonly Result[];
  /** ISO date of the day on which the run began, by UTC. */
  readonly today: string;
  /** Whether the run was complete and not a shard, so that a missing subject means that it does not exist. */
  readonly isWhole: boolean;
}

/** Decides the state of each waiver. A waiver of a rule that was not checked is idle. */
export function judgeWaivers({ waivers, results, today, isWhole }: WaiverInput): ReportedWaiver[] {
  return waivers.map((waiver) => ({ ...waiver, standing: decideWaiverStanding(waiver, { results, today, isWhole }) }));
}

/** Returns the waiver that covers a result, if it has not expired. */
export function findWaiver(
  result: Pick<Result, 'rule' | 'subject'>,
  waivers: readonly Waiver[],
  today: string,
): Waiver | undefined {
  return waivers.find((waiver) => isWaiverFor(waiver, result) && !isExpired(waiver, today));
}

/** Whether a waiver is about this rule and subject, expired or not. */
export const isWaiverFor = (
  waiver: Pick<Waiver, 'rule' | 'subject'>,
  { rule, subject }: Pick<Result, 'rule' | 'subject'>,
): boolean => isWaiverOfRule(waiver, { rule, subject }) && (waiver.subject === undefined || waiver.subject === subject);

/** The id of a rule that was joined with another one stands for that at operations only. */
const isWaiverOfRule = (waiver: Pick<Waiver, 'rule'>, { rule, subject }: Pick<Result, 'rule' | 'subject'>): boolean =>
  waiver.rule === rule || (getCurrentId(waiver.rule) === rule && isAddressName(subject));

export const formatWaiverName = ({ rule, subject, where }: Pick<Waiver, 'rule' | 'subject' | 'where'>): string =>
  `waiver of ${rule}${subject === undefined ? '' : ` [${subject}]`} (${where})`;

const isExpired = ({ until }: Pick<Waiver, 'until'>, today: string) => until !== undefined && until < today;

function decideWaiverStanding(waiver: Waiver, { results, today, isWhole }: Omit<WaiverInput, 'waivers'>) {
  const ofRule = results.filter((result) => isWaiverOfRule(waiver, result));
  const meant = ofRule.filter((result) => isWaiverFor(waiver, result));
  if (isExpired(waiver, today)) return isFilteredOut(meant.length > 0 ? meant : ofRule) ? 'idle' : 'expired';
  if (meant.length === 0) return isWhole && ofRule.some(isTried) ? 'stale' : 'idle';
  if (meant.some(({ verdict }) => verdict === 'violated')) return 'used';
  const isAllSeen = waiver.subject !== undefined || isWhole;
  return isAllSeen && meant.every(({ verdict }) => verdict === 'held') ? 'stale' : 'idle';
}

/** If the user excluded a rule from the run, its waiver is not reported. */
const isFilteredOut = (some: readonly Result[]): boolean =>
  some.length > 0 && some.every(({ cause }) => cause === 'filter');

/** Whether a rule was checked anywhere; otherwise nothing is known about its waiver. */
const isTried = ({ verdict }: Result): boolean => verdict !== 'not-run' && verdict !== 'not-applicable';
