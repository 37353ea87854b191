import { join, resolve } from 'node:path';
import { scout } from '../../../audit/dry-run.js';
import { writePrivately } from '../../../http/private-file.js';
import type { Profile } from '../../../model/profile/profile.js';
import { indexRules } from '../../../rule/rules-by-id.js';
import { checkGlobs } from '../../../rule-set/check-globs.js';
import { cannotWrite, makeFolder } from '../../files/output-folder.js';
import { sharingFrom } from '../../options/read-shard.js';
import type { RunFlags } from '../../options/run-options.js';
import { interruptible } from '../../process/interruption.js';
import { tellOutlook } from './describe-plan-summary.js';
import { type Outlook, outlookOf } from './plan-summary.js';

/** Tells what a run would do, by reading alone; gives the exit code. Writes `plan.json` where JSON was asked for. */
export async function foretell(profile: Profile, flags: RunFlags, isJsonWanted: boolean): Promise<number> {
  const interruption = interruptible();
  try {
    const scouted = await scout(profile, interruption.signal);
    checkGlobs(profile.only, flags.only ? '--only' : (profile.file ?? 'profile'), scouted.rules);
    if (scouted.fault !== undefined) throw new Error(scouted.fault);
    if (scouted.isInterrupted) return 130;
    const shard = sharingFrom(flags);
    const outlook = scouted.clear(
      outlookOf({ ...scouted, ...shard?.portion(scouted, indexRules(scouted.rules)) }, profile),
    );
    const lines = tellOutlook(outlook);
    process.stdout.write(`${(flags.quiet ? lines.slice(-2) : lines).join('\n')}\n`);
    if (isJsonWanted) writePlan(outlook, flags.out);
    return 0;
  } finally {
    interruption.done();
  }
}

function writePlan(outlook: Outlook, folder: string): void {
  const file = join(folder, 'plan.json');
  try {
    makeFolder(resolve(folder));
    writePrivately(file, `${JSON.stringify({ schema: 'assay-plan/1', ...outlook }, null, 2)}\n`);
  } catch (error) {
    throw cannotWrite(file, error);
  }
  process.stdout.write(`Plan: ${file}\n`);
}
