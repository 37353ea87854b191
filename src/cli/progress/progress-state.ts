import type { Result } from '../../model/result/report.js';

export type Check = Pick<Result, 'rule' | 'subject'>;

export interface Progress {
  readonly baseUrl: string;
  /** The stages: survey, calibration of request bodies, checks, cleanup. */
  readonly stage: 'survey' | 'rehearsal' | 'trials' | 'cleanup';
  readonly isInterrupted: boolean;
  readonly requests: number;
  readonly maxRequests: number;
  readonly maxSeconds: number;
  readonly begunMs: number;
  /** When the first check began. */
  readonly trialsBegunMs: number | undefined;
  readonly done: number;
  /** Number of all checks; 0 while unknown. */
  readonly of: number;
  readonly tally: Readonly<Partial<Record<Result['verdict'], number>>>;
  /** Checks that are running, `rule [subject]`, the oldest first. */
  readonly running: readonly string[];
}

/** The state of a run that has sent no request. */
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

/** After a request was sent. Requests before the checks that are not part of the survey belong to the calibration. */
export const recordRequest = (before: Progress, role: string | undefined): Progress => ({
  ...before,
  requests: before.requests + 1,
  stage: before.stage === 'survey' && role !== 'survey' ? 'rehearsal' : before.stage,
});

/** After a check began. */
export const recordTrialStart = (before: Progress, check: Check, of: number, nowMs: number): Progress => ({
  ...before,
  of,
  stage: 'trials',
  trialsBegunMs: before.trialsBegunMs ?? nowMs,
  running: [...before.running, formatCheckName(check)],
});

export const recordResult = (before: Progress, result: Result, done: number, of: number): Progress => ({
  ...before,
  done,
  of,
  stage: done === of ? 'cleanup' : 'trials',
  tally: { ...before.tally, [result.verdict]: (before.tally[result.verdict] ?? 0) + 1 },
  running: before.running.filter((name) => name !== formatCheckName(result)),
});

export const formatCheckName = ({ rule, subject }: Check): string => `${rule} [${subject}]`;
