import { createRunShard, type RunShard } from '../../audit/sharding.js';
import { estimateRuleCost } from '../commands/plan/rule-costs.js';
import { UsageError } from '../usage-error.js';
import type { Shard } from './shard-option.js';

/** Returns the shard that the flags select. Throws UsageError if --seed is missing: shards of one run must share a seed. */
export function readShard({ shard, seed }: { shard?: Shard; seed?: number }): RunShard | undefined {
  if (shard === undefined) return undefined;
  if (seed === undefined)
    throw new UsageError(
      '--shard requires --seed, because all shards of a run share one seed. Give the same number to each shard, e.g. the number of the pipeline',
    );
  return createRunShard(shard.index, shard.total, estimateRuleCost);
}
