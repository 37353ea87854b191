import { join } from 'node:path';
import { dryRunAudit } from '../../../audit/dry-run.js';
import { writeOutputFile } from '../../../http/private-file.js';
import type { Profile } from '../../../model/profile/profile.js';
import { listPlannedOperations } from '../../../plan/operation-coverage.js';
import { indexRules } from '../../../rule/rules-by-id.js';
import { checkProfileGlobs } from '../../../rule-set/check-globs.js';
import { loadRuleSet } from '../../../rule-set/load-rule-set.js';
import { readShard } from '../../options/read-shard.js';
import type { LocalFlags } from '../../options/run-options.js';
import { createInterruption } from '../../process/interruption.js';
import { describePlanSummary } from './describe-plan-summary.js';
import { type PlanSummary, summarizePlan } from './plan-summary.js';

/** Prints what a run would do, sending read requests only; returns the exit code. Writes `plan.json` if --format contains json. */
export async function printPlan(profile: Profile, flags: LocalFlags, isJsonWanted: boolean): Promise<number> {
  checkProfileGlobs(profile, (await loadRuleSet(profile.ruleFolders)).rules, flags);
  const interruption = createInterruption();
  try {
    const dryRun = await dryRunAudit(profile, {
      signal: interruption.signal,
      isOffline: flags.offline ?? false,
    });
    if (dryRun.crash !== undefined) throw new Error(dryRun.crash);
    if (dryRun.isInterrupted) return 130;
    const shard = readShard(flags);
    const rules = indexRules(dryRun.rules);
    const planned = { ...dryRun, ...shard?.selectTrials(dryRun, rules) };
    const operations = listPlannedOperations(dryRun.survey.resources, planned.trials, rules);
    const summary = dryRun.redact(summarizePlan(planned, profile, operations));
    const lines = describePlanSummary(summary);
    process.stdout.write(`${(flags.quiet ? lines.slice(-2) : lines).join('\n')}\n`);
    if (isJsonWanted) writePlan(summary, flags.out);
    return 0;
  } finally {
    interruption.stop();
  }
}

function writePlan(summary: PlanSummary, folder: string): void {
  const file = join(folder, 'plan.json');
  const text = `${JSON.stringify({ schema: 'assay-plan/1', ...summary }, null, 2)}\n`;
  writeOutputFile(file, text, { isFolderCreated: true });
  process.stdout.write(`Plan: ${file}\n`);
}
