import type { Exclusion, Plan, Trial } from '../model/result/plan.js';
import { listSubjectCollections } from '../model/service/subject-collections.js';
import type { RulesById } from '../rule/rules-by-id.js';
import { buildTrialKey, createPrerequisiteLookup, type PrerequisiteLookup } from './prerequisites.js';

/** Which trial belongs to which shard, counted from 1 on: one owner each. */
export type ShardAssignment = ReadonlyMap<string, number>;

/** What a trial costs, in requests. */
export type CostEstimate = (rule: string) => number;

/** Requests that it takes to get to know a collection, in each shard that tries something of it. */
const collectionCost = 20;

/**
 * Splits trials into shards of about the same cost, the dearest first, each to where it adds least. What a trial rests on
 * is tried again in its shard, and so is counted there. The same trials are split in the same way on every machine.
 */
export function assignShards(
  trials: readonly Trial[],
  total: number,
  costOf: CostEstimate,
  rules: RulesById,
): ShardAssignment {
  const ground = createPrerequisiteLookup(trials, rules);
  const shards = Array.from({ length: total }, () => ({ load: 0, has: new Set<string>() }));
  const owners = new Map<string, number>();
  for (const trial of sortByCost(trials, costOf)) {
    const parts = listTrialParts(trial, ground, costOf);
    const added = shards.map(({ load, has }) => {
      const more = parts.reduce((sum, [part, cost]) => sum + (has.has(part) ? 0 : cost), 0);
      return load + more;
    });
    const index = added.indexOf(Math.min(...added));
    const chosen = shards[index];
    if (chosen === undefined) continue;
    chosen.load = added[index] ?? 0;
    for (const [part] of parts) chosen.has.add(part);
    owners.set(buildTrialKey(trial), index + 1);
  }
  return owners;
}

/** The part of a plan that one shard tries, with what that rests on; the rest is excluded, naming the shard that tries it. */
export function selectShard(
  { trials, exclusions }: Plan,
  owners: ShardAssignment,
  index: number,
  total: number,
  rules: RulesById,
): Plan {
  const ownerOf = createOwnerLookup(trials, owners);
  const ground = createPrerequisiteLookup(trials, rules);
  const own = trials.filter((trial) => ownerOf(trial) === index);
  const kept = new Set([...own, ...own.flatMap((trial) => ground(trial))]);
  const others = trials.filter((trial) => !kept.has(trial));
  return {
    trials: trials
      .filter((trial) => kept.has(trial))
      .map((trial) => (ownerOf(trial) === index ? trial : { ...trial, shard: ownerOf(trial) })),
    exclusions: [...exclusions, ...others.map((trial) => excludeForShard(trial, ownerOf(trial), total))],
  };
}

const excludeForShard = ({ rule, subject }: Trial, shard: number, total: number): Exclusion => ({
  rule,
  subject: subject.name,
  word: 'not-run',
  cause: 'filter',
  why: `it is tried in shard ${shard} of ${total}`,
  shard,
});

/** What only a rehearsal brings to light belongs to the first shard that tries anything of that collection: others do not get to know of it. */
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
    .map((trial) => ({ trial, cost: costOf(trial.rule), key: buildTrialKey(trial) }))
    .sort((a, b) => b.cost - a.cost || (a.key < b.key ? -1 : 1))
    .map(({ trial }) => trial);

function listTrialParts(trial: Trial, ground: PrerequisiteLookup, costOf: CostEstimate): [string, number][] {
  const tried = [trial, ...ground(trial)].map((each): [string, number] => [buildTrialKey(each), costOf(each.rule)]);
  return [...tried, ...listSubjectCollections(trial.subject).map((name): [string, number] => [name, collectionCost])];
}
