import { existsSync } from 'node:fs';
import { UsageError } from '../../../model/profile/usage-error.js';
import type { RunFlags } from '../../options/run-options.js';

type BaselineFlags = Pick<RunFlags, 'baseline' | 'baselineUpdate' | 'shard'>;

/** Rejects contradictory flags. Throws UsageError. */
export function checkBaselineFlags({ baseline, baselineUpdate, shard }: BaselineFlags): void {
  if (!baselineUpdate) return;
  if (baseline === undefined) throw new UsageError('--baseline-update requires --baseline FILE: the file to write to');
  if (shard !== undefined)
    throw new UsageError(
      '--baseline-update and --shard exclude each other, because a shard knows a part of the results only; update from a run of the whole plan',
    );
}

/** Returns the file with known failures; undefined if the update will create it. */
export const resolveBaselineFile = ({ baseline, baselineUpdate }: BaselineFlags): string | undefined =>
  baselineUpdate && baseline !== undefined && !existsSync(baseline) ? undefined : baseline;
