import { installSteadyClock } from '../../test/support/install-steady-clock.js';
import { allFaults } from '../faults/all-faults.js';
import type { JobOutcome } from '../proof/jobs/outcome.js';
import { serveJobs } from '../proof/workers/serve-jobs.js';
import { detectFault } from './detect-fault.js';
import { type DetectionTask, requestsMeasure } from './detection-jobs.js';

installSteadyClock();
serveJobs(async ({ fault: name, seed }: DetectionTask): Promise<JobOutcome> => {
  const fault = allFaults.find((one) => one.name === name);
  if (!fault) throw new Error(`no fault is called ${name}`);
  const detection = await detectFault(fault, seed);
  const expected = `one of ${fault.violates.join(', ')} violated`;
  if (detection === undefined) return { verdict: 'failed', expected, actual: 'none of them violated' };
  const { requests, rule } = detection;
  return {
    ...{ verdict: 'passed', expected, actual: `${rule} violated after ${requests} requests` },
    measures: { [requestsMeasure]: requests },
  };
});
