import { createHash } from 'node:crypto';
import type { Plan } from '../model/result/plan.js';
import type { Report } from '../model/result/report.js';
import { assignShards, type CostEstimate, type ShardAssignment, selectShard } from '../plan/assign-shards.js';
import type { RulesById } from '../rule/rules-by-id.js';

/** One shard of a run: what it tries of a plan, and what it tells of that. */
export interface RunShard {
  /** The part of a plan that is tried here. The first plan decides who tries what: others know no other one. */
  selectTrials(plan: Plan, rules: RulesById): Plan;
  /** What the report says of it; known once there was a plan. */
  describeShard(): Report['run']['shard'];
}

/** Shard `index` of `total`, counted from 1 on. */
export function createRunShard(index: number, total: number, costOf: CostEstimate): RunShard {
  let owners: ShardAssignment | undefined;
  return {
    selectTrials(plan, rules) {
      owners ??= assignShards(plan.trials, total, costOf, rules);
      return selectShard(plan, owners, index, total, rules);
    },
    describeShard: () => owners && { index, total, planDigest: digestShards(owners) },
  };
}

/** Long enough that two plans never look alike by chance, short enough to be compared by eye. */
const digestDigits = 16;

const digestShards = (owners: ShardAssignment): string =>
  createHash('sha256')
    .update(JSON.stringify([...owners].sort()))
    .digest('hex')
    .slice(0, digestDigits);
