/** What a job says: names and digests only. The worker has the file, the profiles and the credentials itself. */
export interface AuditJob {
  readonly run: string;
  readonly target: string;
  /** Of the target in the fleet file of the process that added the job. */
  readonly digest: string;
}

/** What a finished job returns. */
export interface AuditJobResult {
  readonly exit: number;
  readonly durationMs: number;
}

/** The id of a job: a target is added once for each run. */
export const createJobId = (run: string, target: string): string => `${run}_${target}`;
