import { existsSync } from 'node:fs';
import { clock } from '../../../model/clock.js';
import { UsageError } from '../../../model/profile/usage-error.js';
import { isDay } from '../../../profile/waivers/read-waivers.js';
import type { RunFlags } from '../../options/run-options.js';

type BaselineFlags = Pick<RunFlags, 'baseline' | 'baselineUpdate' | 'expires' | 'shard'>;

/** Rejects contradictory flags. Throws UsageError. */
export function checkBaselineFlags({ baseline, baselineUpdate, expires, shard }: BaselineFlags): void {
  if (expires !== undefined) checkExpiry(expires, baselineUpdate);
  if (!baselineUpdate) return;
  if (baseline === undefined) throw new UsageError('--baseline-update requires --baseline FILE: the file to write to');
  if (shard !== undefined)
    throw new UsageError(
      '--baseline-update and --shard exclude each other, because a shard knows a part of the results only; update from a run of the whole plan',
    );
}

function checkExpiry(expires: string, baselineUpdate: boolean | undefined): void {
  if (!baselineUpdate) throw new UsageError('--expires dates the entries that --baseline-update adds; give both');
  if (!/^\d{4}-\d\d-\d\d$/.test(expires) || !isDay(expires))
    throw new UsageError(`--expires ${expires}: expected a day such as 2027-03-31`);
  if (expires < new Date(clock.epochMs()).toISOString().slice(0, 10))
    throw new UsageError(`--expires ${expires}: this day is over; give a later one`);
}

/** Returns the file with known failures; undefined if the update will create it. */
export const resolveBaselineFile = ({ baseline, baselineUpdate }: BaselineFlags): string | undefined =>
  baselineUpdate && baseline !== undefined && !existsSync(baseline) ? undefined : baseline;
