import type { Outcome } from '../../model/result/outcome.js';
import type { Trial } from '../../model/result/plan.js';

/** What a run has to say of itself while it goes on. */
export interface Progress {
  readonly baseUrl: string;
  /** Looking at what is there; learning what it takes; trying; removing what was made. */
  readonly stage: 'survey' | 'rehearsal' | 'trials' | 'cleanup';
  readonly isInterrupted: boolean;
  readonly requests: number;
  readonly maxRequests: number;
  readonly maxSeconds: number;
  readonly begunMs: number;
  /** When the first trial began. */
  readonly trialsBegunMs: number | undefined;
  readonly done: number;
  /** Trials in all; 0 while that is not known. */
  readonly of: number;
  readonly tally: Readonly<Partial<Record<Outcome['verdict'], number>>>;
  /** What is under way, `rule [subject]`, the oldest first. */
  readonly running: readonly string[];
}

/** A run of which nothing was sent yet. */
export const createProgress = (
  known: Pick<Progress, 'baseUrl' | 'maxRequests' | 'maxSeconds' | 'begunMs'>,
): Progress => ({
  ...known,
  stage: 'survey',
  isInterrupted: false,
  requests: 0,
  trialsBegunMs: undefined,
  done: 0,
  of: 0,
  tally: {},
  running: [],
});

/** After a request was sent. What is sent before any trial and is no part of the survey tells what the service takes. */
export const recordRequest = (before: Progress, role: string | undefined): Progress => ({
  ...before,
  requests: before.requests + 1,
  stage: before.stage === 'survey' && role !== 'survey' ? 'rehearsal' : before.stage,
});

/** After a trial began. */
export const recordTrialStart = (before: Progress, trial: Trial, of: number, nowMs: number): Progress => ({
  ...before,
  of,
  stage: 'trials',
  trialsBegunMs: before.trialsBegunMs ?? nowMs,
  running: [...before.running, formatTrialName(trial)],
});

/** After a trial ended. */
export const recordTrialEnd = (before: Progress, { trial, verdict }: Outcome, done: number, of: number): Progress => ({
  ...before,
  done,
  of,
  stage: done === of ? 'cleanup' : 'trials',
  tally: { ...before.tally, [verdict]: (before.tally[verdict] ?? 0) + 1 },
  running: before.running.filter((name) => name !== formatTrialName(trial)),
});

/** How a trial is called where there is one line for it. */
export const formatTrialName = ({ rule, subject }: Trial): string => `${rule} [${subject.name}]`;
