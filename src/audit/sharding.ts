import { createHash } from 'node:crypto';
import type { Plan } from '../model/result/plan.js';
import type { Report } from '../model/result/report.js';
import { type CostOf, portion, type Split, split } from '../plan/assign-shards.js';
import type { RulesById } from '../rule/rules-by-id.js';

/** One shard of a run: what it tries of a plan, and what it tells of that. */
export interface Sharing {
  /** The part of a plan that is tried here. The first plan decides who tries what: others know no other one. */
  portion(plan: Plan, rules: RulesById): Plan;
  /** What the report says of it; known once there was a plan. */
  told(): Report['run']['shard'];
}

/** Shard `index` of `total`, counted from 1 on. */
export function sharing(index: number, total: number, costOf: CostOf): Sharing {
  let owners: Split | undefined;
  return {
    portion(plan, rules) {
      owners ??= split(plan.trials, total, costOf, rules);
      return portion(plan, owners, index, total, rules);
    },
    told: () => owners && { index, total, planDigest: digestOf(owners) },
  };
}

/** Long enough that two plans never look alike by chance, short enough to be compared by eye. */
const digits = 16;

const digestOf = (owners: Split): string =>
  createHash('sha256')
    .update(JSON.stringify([...owners].sort()))
    .digest('hex')
    .slice(0, digits);
