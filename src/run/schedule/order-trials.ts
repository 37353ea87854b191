import type { Trial } from '../../model/result/plan.js';
import type { Subject } from '../../model/service/subject.js';
import { listSubjectCollections } from '../../model/service/subject-collections.js';
import { groupBy } from '../../model/values/group-by.js';
import { assumesRule, getRule, type RulesById } from '../../rule/rules-by-id.js';
import type { RunInput } from '../run-input.js';
import { buildClaim, type ClaimOptions, isItemOperation, type TrialClaim } from './trial-claim.js';
import { type PlaceOfTrial, type PlaceOptions, TrialPlace } from './trial-place.js';

export interface OrderOptions extends ClaimOptions, Pick<RunInput, 'estimateCost'> {
  readonly concurrency: number;
}

/**
 * Orders trials. Those that run alone, while trials wait for them that could run side by side with all others, are urgent and come
 * first. Then, side by side: those that only read addresses that no other trial uses, because what runs alone on the whole service waits
 * for them; those with items of their own, the ones first that probably take longest with those that wait for them;
 * those that expect no effect; those that others wait for; those that only read a list, so that they read it together with the ones
 * before, which create entries first; other lists, and what runs alone; those that look for a failure of the service, because it may not
 * come back; last those that fill a list, because one of them may take the requests of a hundred others. Then those that probably take
 * longest; shortest, where one case runs at a time: the run may end early.
 */
export function orderTrials(trials: readonly Trial[], options: OrderOptions & PlaceOptions) {
  const { concurrency, estimateCost = () => 1 } = options;
  const all = createPlaces(trials, options);
  const pairs = all.flatMap((one) => [...one.assumed].map((other) => ({ one, other })));
  const dependents = groupBy(pairs, ({ other }) => other);
  const measured = new Set<TrialPlace>();
  const urgent = new Set<PlaceOfTrial>();
  const measure = (one: PlaceOfTrial): number => {
    if (measured.has(one)) return one.length;
    measured.add(one);
    const waiting = (dependents.get(one) ?? []).map((pair) => pair.one);
    one.dependents = waiting.length;
    one.length = estimateCost(one.trial.rule) + estimateSetup(one.trial) + Math.max(0, ...waiting.map(measure));
    const isLate = ['alone', 'no effect', 'list'].includes(one.claim.mode) && one.trial.subject.kind !== 'operation';
    if (isLate && waiting.some(({ claim }) => claim.mode === 'own items')) urgent.add(one);
    return one.length;
  };
  all.forEach(measure);
  const used = new Set(all.flatMap(({ trial, claim }) => (isOfAddress(trial) ? [] : claim.uses)));
  for (const one of all)
    one.mayStopService =
      one.dependents === 0 && !isOfAddress(one.trial) && getRule(options.rules, one.trial).clause === serverErrorClause;
  const rank = (one: PlaceOfTrial): number => {
    const { trial, claim } = one;
    const isNeeded = one.dependents > 0;
    if (one.mayStopService) return stoppingRank;
    const isApart = isOfAddress(trial) && trial.touches === 'reads' && !claim.uses.some((name) => used.has(name));
    if (concurrency > 1 && isApart) return apartRank;
    if (urgent.has(one)) return urgentRank;
    if (concurrency === 1) return isNeeded ? neededRank : Math.max(modeRanks.alone, modeRanks[claim.mode]);
    if (claim.isReader) return readerRank;
    return isNeeded ? Math.min(modeRanks[claim.mode], neededRank) : modeRanks[claim.mode];
  };
  const ranks = new Map(all.map((one) => [one, rank(one)]));
  const waiting = all.toSorted((one, other) => {
    const [its, others] = [ranks.get(one) ?? 0, ranks.get(other) ?? 0];
    const longer = concurrency === 1 ? one.length - other.length : other.length - one.length;
    return its - others || (plannedRanks.includes(its) ? 0 : longer);
  });
  return { waiting, urgent };
}

/**
 * Requests that may be needed before the measured ones: an operation on an item creates the item, and a rule that only reads a list
 * creates what it reads, where others have nothing in it any more.
 */
function estimateSetup({ subject, touches }: Trial): number {
  if (isItemOperation(subject)) return 2;
  return subject.kind === 'collection' && touches === 'reads' ? 8 : 0;
}

const isOfAddress = ({ subject }: Trial): boolean => subject.kind === 'operation' || subject.kind === 'resource';

/** No request is a reason for a server error: what a trial of this clause sends may be the last that the service reads. */
const serverErrorClause = 'ERR-04';

/** The ranks of trials. Of the same rank, the longest or shortest ones begin first, but for three of them in which the order is that of the plan. */
const [urgentRank, apartRank, neededRank, readerRank, stoppingRank] = [0, 0.5, 3, 4, 7.5];
const plannedRanks: readonly number[] = [urgentRank, neededRank, readerRank];
const modeRanks = {
  'own items': 1,
  'no effect': 2,
  list: 5,
  entries: 5,
  reading: 7,
  alone: 7,
  'filled list': 8,
} as const satisfies Record<TrialClaim['mode'], number>;

/** Creates the places of trials, each with those that it assumes. */
function createPlaces(trials: readonly Trial[], options: ClaimOptions & PlaceOptions): PlaceOfTrial[] {
  const all = trials.map((trial, i) => new TrialPlace(buildClaim(trial, options), options, trial, i) as PlaceOfTrial);
  const byRule = groupBy(all, ({ trial }) => trial.rule);
  const addAssumed = (assumed: Set<PlaceOfTrial>, { trial }: PlaceOfTrial) => {
    for (const rule of getRule(options.rules, trial).assumes ?? [])
      for (const other of byRule.get(rule) ?? []) {
        if (assumed.has(other) || !isAssumed(other.trial, trial, options.rules)) continue;
        assumed.add(other);
        addAssumed(assumed, other);
      }
  };
  for (const one of all) addAssumed(one.assumed, one);
  return all;
}

/** Whether a trial assumes the rule of another one, on a collection of both, or on one that it watches beside its own. */
export const isAssumed = (other: Trial, trial: Trial, rules: RulesById): boolean =>
  assumesRule(rules, trial, other) &&
  (hasSharedCollection(other.subject, trial.subject) || isWatchedBeside(other.subject, trial, rules));

const isWatchedBeside = (other: Subject, { subject, rule }: Trial, rules: RulesById): boolean =>
  subject.kind === 'collection' &&
  getRule(rules, rule).watches === 'service' &&
  listSubjectCollections(other).some((name) => subject.apart?.includes(name));

/** Whether two subjects share a collection, so that a violation of one concerns the other. */
export const hasSharedCollection = (a: Subject, b: Subject): boolean =>
  listSubjectCollections(a).some((name) => listSubjectCollections(b).includes(name));
