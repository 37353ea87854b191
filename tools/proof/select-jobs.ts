import { createHash } from 'node:crypto';
import { isGlobMatch } from '../../src/model/profile/rule-names.js';
import type { ProofJob, ProofKind } from './jobs/job.js';

/** One of several equal parts of the jobs, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Which jobs are run. */
export interface Selection {
  readonly kinds: readonly ProofKind[];
  /** Globs over names of jobs; all jobs when empty. */
  readonly names: readonly string[];
  readonly shard?: Shard;
}

/** The jobs of a selection, in their order. */
export const selectJobs = (jobs: readonly ProofJob[], { kinds, names, shard }: Selection): ProofJob[] =>
  jobs.filter(
    ({ kind, name }) =>
      kinds.includes(kind) &&
      (names.length === 0 || names.some((glob) => isGlobMatch(glob, name, ''))) &&
      (shard === undefined || isInShard(name, shard)),
  );

/** Whether a job belongs to a shard. It depends on its name only, so that other jobs that come or go do not move it. */
export const isInShard = (name: string, { index, count }: Shard): boolean =>
  createHash('sha256').update(name).digest().readUInt32BE(0) % count === index - 1;
