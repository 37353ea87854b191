import { fileURLToPath } from 'node:url';
import { attemptAudit, chooseLimits } from '../../hostile/attempt-audit.js';
import { checkAttempt } from '../../hostile/check-attempt.js';
import { hostileServices } from '../../hostile/service/hostile-services.js';
import { judgeProblems } from '../jobs/outcome.js';
import { serveJobs } from './serve-jobs.js';

/** An audit of a hostile service by the real command line. */
export interface HostileTask {
  readonly service: string;
}

const bin = fileURLToPath(new URL('../../../../bin/assay.js', import.meta.url));

serveJobs(async ({ service: wanted }: HostileTask) => {
  const service = hostileServices.find(({ name }) => name === wanted);
  if (!service) throw new Error(`no hostile service is called ${wanted}`);
  const limits = chooseLimits(service);
  const attempt = await attemptAudit(service, bin, limits);
  const { exit, megabytes, report } = attempt;
  return judgeProblems(await checkAttempt(attempt, limits), {
    expected: 'the audit ends in time and memory, with a true report that shows nothing harmful',
    actual: `exit ${exit}, ${megabytes} MB, ${report?.requests} requests`,
    ...(megabytes !== undefined && { measures: { 'megabytes of an audit of a hostile service': megabytes } }),
  });
});
