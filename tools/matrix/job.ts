import { faults } from '../../src/demo/start-demo.js';
import { checkFault, checkVariant, type FaultCheck, type VariantCheck } from './check-fault.js';

/** One piece of the matrix, small enough to be sent to another process. */
export type Job =
  | { readonly kind: 'fault'; readonly fault: string; readonly seeds: readonly number[] }
  | {
      readonly kind: 'sound';
      readonly dialect: readonly string[];
      readonly seeds: readonly number[];
      readonly isFlood?: boolean;
    };

/** What came of a job. */
export type JobResult =
  | { readonly kind: 'fault'; readonly proof: FaultCheck }
  | { readonly kind: 'sound'; readonly proof: VariantCheck };

/** Does one job. Throws for a fault that does not exist. */
export async function runJob(job: Job): Promise<JobResult> {
  if (job.kind === 'sound') return { kind: 'sound', proof: await checkVariant(job.dialect, job.seeds, job.isFlood) };
  const fault = faults.find(({ name }) => name === job.fault);
  if (!fault) throw new Error(`no fault is called ${job.fault}; assay demo --list names them`);
  return { kind: 'fault', proof: await checkFault(fault, job.seeds) };
}
