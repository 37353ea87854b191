import { createHash } from 'node:crypto';
import type { Plan } from '../model/result/plan.js';
import { assignShards, type CostEstimate, type ShardAssignment, selectShard } from '../plan/assign-shards.js';
import type { RulesById } from '../rule/rules-by-id.js';

/** One shard of a run: the part of the plan that it checks, and what the report says about it. */
export type RunShard = ReturnType<typeof createRunShard>;

/** Creates shard `index` of `total`, counted from 1. */
export function createRunShard(index: number, total: number, costOf: CostEstimate) {
  let owners: ShardAssignment | undefined;
  return {
    /** Returns the part of a plan for this shard. The first plan assigns checks to shards: the other shards know no later plan. */
    selectTrials(plan: Plan, rules: RulesById) {
      owners ??= assignShards(plan.trials, total, costOf, rules);
      return selectShard(plan, owners, index, total, rules);
    },
    /** What the report says about the shard; known after the first plan. */
    describeShard: () => owners && { index, total, planDigest: digestShards(owners) },
  };
}

/** Length of the plan digest: long enough to be unique, short enough to compare by eye. */
const digestDigits = 16;

const digestShards = (owners: ShardAssignment): string =>
  createHash('sha256')
    .update(JSON.stringify([...owners].sort()))
    .digest('hex')
    .slice(0, digestDigits);
