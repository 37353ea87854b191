import type { Leak } from '../../leftovers/leak.js';
import type { LeftoverTask } from '../workers/leftovers-worker.js';
import type { ProofJob } from './job.js';

/** In short, one run of so many services is made. */
const sampleStep = 4;

/** Moments at which an audit is ended, as numbers of unsafe requests: early, in the middle, late. */
const moments = [5, 20, 50];

/** Each leaky service with each seed, to the end and ended by each signal; in short a sample to the end. */
export function listLeftoverJobs(leaks: readonly Leak[], seeds: readonly number[], isShort: boolean): ProofJob[] {
  if (isShort)
    return leaks.filter((_, n) => n % sampleStep === 0).map(({ name }) => createJob({ leak: name, seed: 1 }));
  return leaks.flatMap(({ name: leak }) =>
    seeds.flatMap((seed) => [
      createJob({ leak, seed }),
      ...(['SIGKILL', 'SIGINT'] as const).flatMap((signal) =>
        moments.map((moment) => createJob({ leak, seed, signal: { name: signal, afterWrites: moment + seed } })),
      ),
    ]),
  );
}

function createJob(task: LeftoverTask): ProofJob {
  const { leak, seed, signal } = task;
  const ended = signal === undefined ? '' : `/${signal.name}-${signal.afterWrites}`;
  return { name: `leftovers/${leak}/seed-${seed}${ended}`, kind: 'leftovers', task, dependencies: { names: [leak] } };
}
