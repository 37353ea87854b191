import { createRunShard, type RunShard } from '../../audit/sharding.js';
import { UsageError } from '../../model/profile/usage-error.js';
import { estimateRuleCost } from '../../plan/rule-costs.js';
import { createMeasuredCost } from '../commands/plan/measured-cost.js';
import { readReport } from '../files/read-report.js';
import type { RunFlags } from './run-options.js';

type ShardFlags = Pick<RunFlags, 'shard' | 'seed' | 'balance'>;

/** Returns the shard that the flags select. Throws UsageError if --seed is missing: shards of one run must share a seed. */
export function readShard({ shard, seed, balance }: ShardFlags): RunShard | undefined {
  if (shard === undefined) {
    if (balance === undefined) return undefined;
    throw new UsageError('--balance requires --shard: it distributes the checks of a run to its shards');
  }
  if (seed === undefined)
    throw new UsageError(
      '--shard requires --seed, because all shards of a run share one seed. Give the same number to each shard, e.g. the number of the pipeline',
    );
  const cost = balance === undefined ? estimateRuleCost : createMeasuredCost(readReport(balance), estimateRuleCost);
  return createRunShard(shard.index, shard.total, cost);
}
