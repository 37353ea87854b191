import { faults } from '../../src/demo/start-demo.js';
import { type FaultProof, proveFault, proveSound, type SoundProof } from './check-fault.js';

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
export type Done =
  | { readonly kind: 'fault'; readonly proof: FaultProof }
  | { readonly kind: 'sound'; readonly proof: SoundProof };

/** Does one job. Throws for a fault that does not exist. */
export async function carryOutJob(job: Job): Promise<Done> {
  if (job.kind === 'sound') return { kind: 'sound', proof: await proveSound(job.dialect, job.seeds, job.isFlood) };
  const fault = faults.find(({ name }) => name === job.fault);
  if (!fault) throw new Error(`no fault is called ${job.fault}; assay demo --list names them`);
  return { kind: 'fault', proof: await proveFault(fault, job.seeds) };
}
