import type { Waiver } from '../../model/profile/waiver.js';
import type { ReportedWaiver, Result } from '../../model/result/report.js';

/** When and on what waivers are judged. */
export interface WaiverInput {
  readonly waivers: readonly Waiver[];
  readonly results: readonly Result[];
  /** ISO date of the day on which the run began, by UTC. */
  readonly today: string;
  /** Whether the run came to its end, and no other shard looks at more, so that what it did not meet is not there. */
  readonly isWhole: boolean;
}

/** What became of each waiver. What was not looked at says nothing of a waiver: it is idle. */
export function judgeWaivers({ waivers, results, today, isWhole }: WaiverInput): ReportedWaiver[] {
  return waivers.map((waiver) => ({ ...waiver, standing: decideWaiverStanding(waiver, { results, today, isWhole }) }));
}

/** The waiver that covers a result, if it is still good. */
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
): boolean => waiver.rule === rule && (waiver.subject === undefined || waiver.subject === subject);

/** A waiver as it is called where people are told of it. */
export const formatWaiverName = ({ rule, subject, where }: Pick<Waiver, 'rule' | 'subject' | 'where'>): string =>
  `waiver of ${rule}${subject === undefined ? '' : ` [${subject}]`} (${where})`;

const isExpired = ({ until }: Pick<Waiver, 'until'>, today: string) => until !== undefined && until < today;

function decideWaiverStanding(
  waiver: Waiver,
  { results, today, isWhole }: Omit<WaiverInput, 'waivers'>,
): ReportedWaiver['standing'] {
  const ofRule = results.filter(({ rule }) => rule === waiver.rule);
  const meant = ofRule.filter((result) => isWaiverFor(waiver, result));
  if (isExpired(waiver, today)) return isFilteredOut(meant.length > 0 ? meant : ofRule) ? 'idle' : 'expired';
  if (meant.length === 0) return isWhole && ofRule.some(isTried) ? 'stale' : 'idle';
  if (meant.some(({ verdict }) => verdict === 'violated')) return 'used';
  const isAllSeen = waiver.subject !== undefined || isWhole;
  return isAllSeen && meant.every(({ verdict }) => verdict === 'held') ? 'stale' : 'idle';
}

/** Whoever left a rule out of a run does not ask what became of its waiver. */
const isFilteredOut = (some: readonly Result[]): boolean =>
  some.length > 0 && some.every(({ cause }) => cause === 'filter');

/** Of a rule that was tried nowhere, nothing is known: neither where it would hold, nor what it would meet. */
const isTried = ({ verdict }: Result): boolean => verdict !== 'not-run' && verdict !== 'not-applicable';
