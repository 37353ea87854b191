import type { AuditOptions } from './options.js';
import type { OpenClient } from '../http/index.js';
import type { RunInput } from '../run/run.js';
import { shownResult } from './redact-report.js';
import type { Profile } from '../target/index.js';
import { resultAlone } from '../verdict/judging/judge.js';

/** Tells outcomes as they come, and beside them what they mean: judged, and without secrets, as they will stand in the report. */
export const telling = (
  { onOutcome, onResult }: Pick<AuditOptions, 'onOutcome' | 'onResult'>,
  { waivers }: Pick<Profile, 'waivers'>,
  today: string,
  client: Pick<OpenClient, 'clear'>,
): RunInput['onOutcome'] => {
  if (onResult === undefined) return onOutcome;
  return (outcome, done, of) => {
    onOutcome?.(outcome, done, of);
    onResult(shownResult(resultAlone(outcome, { waivers, today }), client), done, of);
  };
};
