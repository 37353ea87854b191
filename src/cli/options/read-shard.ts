import { createRunShard, type RunShard } from '../../audit/sharding.js';
import { estimateRuleCost } from '../commands/plan/rule-costs.js';
import { UsageError } from '../usage-error.js';
import type { Shard } from './shard-option.js';

/** The part of the plan that flags name. Throws UsageError where the shards of one run could not be told to belong together. */
export function readShard({ shard, seed }: { shard?: Shard; seed?: number }): RunShard | undefined {
  if (shard === undefined) return undefined;
  if (seed === undefined)
    throw new UsageError(
      '--shard wants --seed: all shards of a run draw from one seed; name the same number in each, such as that of the pipeline',
    );
  return createRunShard(shard.index, shard.total, estimateRuleCost);
}
