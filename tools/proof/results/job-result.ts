import type { ProofJob } from '../jobs/job.js';
import type { JobOutcome } from '../jobs/outcome.js';

/** The result of one job of a run. */
export interface JobResult {
  readonly job: ProofJob;
  readonly key: string;
  readonly outcome: JobOutcome;
  readonly seconds: number;
  /** Whether it comes from an earlier run. */
  readonly isKept: boolean;
}
