import { type Sharing, sharing } from '../../audit/sharding.js';
import { costOf } from '../commands/plan/rule-costs.js';
import { UsageError } from '../usage-error.js';
import type { Shard } from './shard-option.js';

/** The part of the plan that flags name. Throws UsageError where the shards of one run could not be told to belong together. */
export function sharingFrom({ shard, seed }: { shard?: Shard; seed?: number }): Sharing | undefined {
  if (shard === undefined) return undefined;
  if (seed === undefined)
    throw new UsageError(
      '--shard wants --seed: all shards of a run draw from one seed; name the same number in each, such as that of the pipeline',
    );
  return sharing(shard.index, shard.total, costOf);
}
