import type { Exclusion, Plan, Trial } from '../model/result/plan.js';
import { collectionsOf } from '../model/service/subject-collections.js';
import type { RulesById } from '../rule/rules-by-id.js';
import { type Ground, groundOf, keyOf } from './prerequisites.js';

/** Which trial belongs to which shard, counted from 1 on: one owner each. */
export type Split = ReadonlyMap<string, number>;

/** What a trial costs, in requests. */
export type CostOf = (rule: string) => number;

/** Requests that it takes to get to know a collection, in each shard that tries something of it. */
const acquaintance = 20;

/**
 * Splits trials into shards of about the same cost, the dearest first, each to where it adds least. What a trial rests on
 * is tried again in its shard, and so is counted there. The same trials are split in the same way on every machine.
 */
export function split(trials: readonly Trial[], total: number, costOf: CostOf, rules: RulesById): Split {
  const ground = groundOf(trials, rules);
  const shards = Array.from({ length: total }, () => ({ load: 0, has: new Set<string>() }));
  const owners = new Map<string, number>();
  for (const trial of dearestFirst(trials, costOf)) {
    const parts = partsOf(trial, ground, costOf);
    const added = shards.map(({ load, has }) => {
      const more = parts.reduce((sum, [part, cost]) => sum + (has.has(part) ? 0 : cost), 0);
      return load + more;
    });
    const index = added.indexOf(Math.min(...added));
    const chosen = shards[index];
    if (chosen === undefined) continue;
    chosen.load = added[index] ?? 0;
    for (const [part] of parts) chosen.has.add(part);
    owners.set(keyOf(trial), index + 1);
  }
  return owners;
}

/** The part of a plan that one shard tries, with what that rests on; the rest is excluded, naming the shard that tries it. */
export function portion(
  { trials, exclusions }: Plan,
  owners: Split,
  index: number,
  total: number,
  rules: RulesById,
): Plan {
  const ownerOf = ownership(trials, owners);
  const ground = groundOf(trials, rules);
  const own = trials.filter((trial) => ownerOf(trial) === index);
  const kept = new Set([...own, ...own.flatMap((trial) => ground(trial))]);
  const others = trials.filter((trial) => !kept.has(trial));
  return {
    trials: trials
      .filter((trial) => kept.has(trial))
      .map((trial) => (ownerOf(trial) === index ? trial : { ...trial, shard: ownerOf(trial) })),
    exclusions: [...exclusions, ...others.map((trial) => elsewhere(trial, ownerOf(trial), total))],
  };
}

const elsewhere = ({ rule, subject }: Trial, shard: number, total: number): Exclusion => ({
  rule,
  subject: subject.name,
  word: 'not-run',
  cause: 'filter',
  why: `it is tried in shard ${shard} of ${total}`,
  shard,
});

/** What only a rehearsal brings to light belongs to the first shard that tries anything of that collection: others do not get to know of it. */
function ownership(trials: readonly Trial[], owners: Split): (trial: Trial) => number {
  const first = new Map<string, number>();
  for (const trial of trials) {
    const owner = owners.get(keyOf(trial));
    if (owner === undefined) continue;
    for (const name of collectionsOf(trial.subject))
      first.set(name, Math.min(owner, first.get(name) ?? Number.POSITIVE_INFINITY));
  }
  const firstOf = (trial: Trial) => Math.min(...collectionsOf(trial.subject).map((name) => first.get(name) ?? 1));
  return (trial) => owners.get(keyOf(trial)) ?? firstOf(trial);
}

const dearestFirst = (trials: readonly Trial[], costOf: CostOf): Trial[] =>
  trials
    .map((trial) => ({ trial, cost: costOf(trial.rule), key: keyOf(trial) }))
    .sort((a, b) => b.cost - a.cost || (a.key < b.key ? -1 : 1))
    .map(({ trial }) => trial);

function partsOf(trial: Trial, ground: Ground, costOf: CostOf): [string, number][] {
  const tried = [trial, ...ground(trial)].map((each): [string, number] => [keyOf(each), costOf(each.rule)]);
  return [...tried, ...collectionsOf(trial.subject).map((name): [string, number] => [name, acquaintance])];
}
