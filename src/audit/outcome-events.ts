import type { OpenClient } from '../http/client.js';
import type { Profile } from '../model/profile/profile.js';
import type { RunInput } from '../run/run.js';
import { type JudgeInput, judgeOutcome } from '../verdict/judging/judge.js';
import type { AuditOptions } from './options.js';
import { redactResult } from './redact-report.js';

/** Tells outcomes as they come, and beside them what they mean: judged, and without secrets, as they will stand in the report. */
export const createOutcomeListener = (
  { onOutcome, onResult }: Pick<AuditOptions, 'onOutcome' | 'onResult'>,
  { waivers }: Pick<Profile, 'waivers'>,
  known: Pick<JudgeInput, 'rules' | 'today'>,
  client: Pick<OpenClient, 'redactJson'>,
): RunInput['onOutcome'] => {
  if (onResult === undefined) return onOutcome;
  return (outcome, done, of) => {
    onOutcome?.(outcome, done, of);
    onResult(redactResult(judgeOutcome(outcome, { ...known, waivers }), client), done, of);
  };
};
