import { fileURLToPath } from 'node:url';
import { judgeLeak } from '../../leftovers/judge-leak.js';
import { leaks } from '../../leftovers/leaks/all-leaks.js';
import { type LeakRun, runLeak } from '../../leftovers/run-leak.js';
import { judgeProblems } from '../jobs/outcome.js';
import { serveJobs } from './serve-jobs.js';

/** An audit of a leaky service by the real command line, and what it says about leftovers. */
export interface LeftoverTask extends Omit<LeakRun, 'leak'> {
  readonly leak: string;
}

const bin = fileURLToPath(new URL('../../../../bin/assay.js', import.meta.url));

serveJobs(async ({ leak: wanted, ...run }: LeftoverTask) => {
  const leak = leaks.find(({ name }) => name === wanted);
  if (!leak) throw new Error(`no leaky service is called ${wanted}`);
  const result = await runLeak({ ...run, leak }, bin);
  const { counted, stated } = result;
  return judgeProblems([judgeLeak(leak, result) ?? []].flat(), {
    expected: 'what the service counts lies between what certainly stays and what may stay',
    actual: `${counted} left, ${stated.certain} certain, ${stated.possible} possible`,
  });
});
