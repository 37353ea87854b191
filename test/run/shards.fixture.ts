import { createRunShard } from '../../src/audit/sharding.js';
import { createMeasuredCost } from '../../src/cli/commands/plan/measured-cost.js';
import type { Report } from '../../src/model/result/report.js';
import { estimateRuleCost } from '../../src/plan/rule-costs.js';
import { mergeReports } from '../../src/verdict/merging/merge.js';
import { findMergeObstacles } from '../../src/verdict/merging/merge-obstacles.js';
import { allFaults } from '../../tools/faults/all-faults.js';
import { auditDemoOnce } from '../../tools/matrix/audit-demo.js';

/** Faults that one audit can show: a flood and a change between two versions need audits of their own. */
const shownFaults = allFaults.filter(
  ({ isFlood, isChange, dialect = [] }) => !isFlood && !isChange && dialect.length === 0,
);

/** What the whole run and the merged shards showed of the same service, with the same seed. */
export interface ShardedAudit {
  readonly fault: string;
  /** Violated checks of the whole run, as `rule subject`. */
  readonly whole: readonly string[];
  /** Violated checks of the merged shards. */
  readonly merged: readonly string[];
  /** Why the shards cannot be merged. */
  readonly obstacles: readonly string[];
}

/** Audits the demo with the fault of a seed, whole and in shards that are balanced by the times of the whole run. */
export async function auditInShards(seed: number, total: number, only: readonly string[] = []): Promise<ShardedAudit> {
  const fault = shownFaults[(seed * 7) % shownFaults.length];
  const setup = { ...(fault && { fault }), dialect: [], seed };
  const whole = await auditDemoOnce(setup, { only });
  const cost = createMeasuredCost(whole.report, estimateRuleCost);
  const parts = [];
  for (let index = 1; index <= total; index += 1)
    parts.push(await auditDemoOnce(setup, { only, shard: createRunShard(index, total, cost) }));
  // Each part audits a service of its own, on another port.
  const { target } = whole.report;
  const named = parts.map(({ report }, index) => ({ name: `shard ${index + 1}`, report: { ...report, target } }));
  return {
    fault: fault?.name ?? 'none',
    whole: listViolatedChecks(whole.report),
    merged: listViolatedChecks(mergeReports(named, 'report.json')),
    obstacles: findMergeObstacles(named),
  };
}

const listViolatedChecks = ({ results }: Report): string[] =>
  results
    .filter(({ verdict }) => verdict === 'violated')
    .map(({ rule, subject }) => `${rule} ${subject}`)
    .sort();
