import type { Exclusion, Plan, Trial } from '../model/result/plan.js';
import { getResource, listSubjectCollections } from '../model/service/subject-collections.js';
import { assumesRule, getRule, type RulesById } from '../rule/rules-by-id.js';

export type ShardAssignment = ReadonlyMap<string, number>;

export type CostEstimate = (rule: string, subject: string) => number;

/** Number of requests for the calibration of a collection, in each shard with trials of it. */
const collectionCost = 20;

/**
 * Splits trials into shards of similar cost, the most expensive first, each to the shard where it adds least.
 * Prerequisites run again in each shard and are counted there. The split is the same on every machine.
 */
export function assignShards(trials: readonly Trial[], total: number, costOf: CostEstimate, rules: RulesById) {
  const findPrerequisites = createPrerequisiteLookup(trials, rules);
  const shards = Array.from({ length: total }, () => ({ load: 0, has: new Set<string>() }));
  const owners = new Map<string, number>();
  for (const trial of sortByCost(trials, costOf)) {
    const parts = listTrialParts(trial, findPrerequisites, costOf);
    const added = shards.map(({ load, has }) => {
      const more = parts.reduce((sum, [part, cost]) => sum + (has.has(part) ? 0 : cost), 0);
      return load + more;
    });
    // Checks that change a single resource exclude all others of its address, so one machine has them all.
    const index = getResource(trial.subject)?.single ? 0 : added.indexOf(Math.min(...added));
    const chosen = shards[index];
    if (chosen === undefined) continue;
    chosen.load = added[index] ?? 0;
    for (const [part] of parts) chosen.has.add(part);
    owners.set(buildTrialKey(trial), index + 1);
  }
  return owners;
}

/**
 * Returns the part of a plan for one shard, with prerequisites; the other trials are excluded, with the number of their
 * shard.
 */
export function selectShard(
  { trials, exclusions }: Plan,
  owners: ShardAssignment,
  index: number,
  total: number,
  rules: RulesById,
): Plan {
  const ownerOf = createOwnerLookup(trials, owners);
  const findPrerequisites = createPrerequisiteLookup(trials, rules);
  const own = trials.filter((trial) => ownerOf(trial) === index || isPassive(trial, rules));
  const kept = new Set([...own, ...own.flatMap((trial) => findPrerequisites(trial))]);
  const others = trials.filter((trial) => !kept.has(trial));
  return {
    trials: trials
      .filter((trial) => kept.has(trial))
      .map((trial) =>
        ownerOf(trial) === index || isPassive(trial, rules) ? trial : { ...trial, shard: ownerOf(trial) },
      ),
    exclusions: [...exclusions, ...others.map((trial) => excludeForShard(trial, ownerOf(trial), total))],
  };
}

/** A passive rule judges the exchanges of its own shard, so every shard has it. */
const isPassive = ({ rule }: Trial, rules: RulesById): boolean => rules.get(rule)?.isPassive === true;

const excludeForShard = ({ rule, subject }: Trial, shard: number, total: number): Exclusion => ({
  rule,
  subject: subject.name,
  word: 'not-run',
  cause: 'filter',
  why: `shard ${shard} of ${total} runs it`,
  shard,
});

/**
 * Trials found only by calibration belong to the first shard with trials of that collection, because the others do not
 * calibrate it.
 */
function createOwnerLookup(trials: readonly Trial[], owners: ShardAssignment): (trial: Trial) => number {
  const first = new Map<string, number>();
  for (const trial of trials) {
    const owner = owners.get(buildTrialKey(trial));
    if (owner === undefined) continue;
    for (const name of listSubjectCollections(trial.subject))
      first.set(name, Math.min(owner, first.get(name) ?? Number.POSITIVE_INFINITY));
  }
  const firstOf = (trial: Trial) =>
    Math.min(...listSubjectCollections(trial.subject).map((name) => first.get(name) ?? 1));
  return (trial) => owners.get(buildTrialKey(trial)) ?? firstOf(trial);
}

const sortByCost = (trials: readonly Trial[], costOf: CostEstimate): Trial[] =>
  trials
    .map((trial) => ({ trial, cost: costOf(trial.rule, trial.subject.name), key: buildTrialKey(trial) }))
    .sort((a, b) => b.cost - a.cost || (a.key < b.key ? -1 : 1))
    .map(({ trial }) => trial);

function listTrialParts(trial: Trial, findPrerequisites: PrerequisiteLookup, costOf: CostEstimate): [string, number][] {
  const tried = [trial, ...findPrerequisites(trial)].map((each): [string, number] => [
    buildTrialKey(each),
    costOf(each.rule, each.subject.name),
  ]);
  return [...tried, ...listSubjectCollections(trial.subject).map((name): [string, number] => [name, collectionCost])];
}

/** Returns the trials that must run before a trial: the rules that it assumes on its collections, recursively. */
export type PrerequisiteLookup = (trial: Trial) => readonly Trial[];

export const buildTrialKey = ({ rule, subject }: Pick<Trial, 'rule' | 'subject'>): string => `${rule} ${subject.name}`;

export function createPrerequisiteLookup(trials: readonly Trial[], rules: RulesById): PrerequisiteLookup {
  const at = groupByCollection(trials);
  const known = new Map<Trial, readonly Trial[]>();
  const below = (trial: Trial): readonly Trial[] => {
    const found = known.get(trial);
    if (found) return found;
    const places = listSubjectCollections(trial.subject);
    const assumed = (getRule(rules, trial).assumes ?? [])
      .flatMap((rule) => places.flatMap((place) => at.get(`${rule} ${place}`) ?? []))
      .filter((other) => assumesRule(rules, trial, other));
    const all = [...new Set([...assumed, ...assumed.flatMap(below)])];
    known.set(trial, all);
    return all;
  };
  return below;
}

function groupByCollection(trials: readonly Trial[]): ReadonlyMap<string, readonly Trial[]> {
  const places = new Map<string, Trial[]>();
  for (const trial of trials) {
    for (const name of listSubjectCollections(trial.subject)) {
      const key = `${trial.rule} ${name}`;
      places.set(key, [...(places.get(key) ?? []), trial]);
    }
  }
  return places;
}
