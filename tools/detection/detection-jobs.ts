import type { Fault } from '../../src/demo/start-demo.js';
import type { ProofJob } from '../proof/jobs/job.js';
import type { JobOutcome } from '../proof/jobs/outcome.js';

/** An audit of the demo until it sees a fault. */
export interface DetectionTask {
  readonly fault: string;
  readonly seed: number;
}

/** The name of the only measure of a job. */
export const requestsMeasure = 'requests until the fault was seen';

/** The program that does the jobs, from the root of the repository. */
export const workerFile = 'tools/detection/detection-worker.ts';

/** How many audits there are. */
export interface DetectionExtent {
  readonly seeds: number;
  /** How many faults are audited; all of them when left out. */
  readonly sample?: number;
}

/** A job for each fault and each seed, all faults with the first seed first. */
export function listDetectionJobs(faults: readonly Fault[], { seeds, sample }: DetectionExtent): ProofJob[] {
  const chosen = orderForSamples(faults).slice(0, sample);
  return Array.from({ length: seeds }, (_, index) => index + 1).flatMap((seed) =>
    chosen.map((fault) => createJob(fault, seed)),
  );
}

/**
 * Related faults are neighbours in their list. In this order, the first ones of any number are spread over the whole list, so that a sample
 * has faults of all kinds, and a larger sample has those of a smaller one.
 */
function orderForSamples(faults: readonly Fault[]): Fault[] {
  const places = new Map(faults.map((fault, index) => [fault, (index * goldenRatio) % 1]));
  return [...faults].sort((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
}

/** Multiples of it are spread evenly between whole numbers. */
const goldenRatio = (1 + Math.sqrt(5)) / 2;

function createJob({ name, dialect = [] }: Fault, seed: number): ProofJob {
  const task: DetectionTask = { fault: name, seed };
  return {
    name: `detection/${name}/seed-${seed}`,
    // Only for its key: it depends on what the worker of this kind depends on, and on the own worker.
    kind: 'matrix',
    task,
    dependencies: { names: [name, ...dialect], files: [workerFile] },
  };
}

/** Requests until each fault was seen; Infinity where it was not. */
export const readRequests = (outcomes: readonly Pick<JobOutcome, 'measures'>[]): number[] =>
  outcomes.map(({ measures }) => measures?.[requestsMeasure] ?? Number.POSITIVE_INFINITY);
