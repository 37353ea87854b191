import type { HostileService } from '../../hostile/service/hostile-services.js';
import type { HostileTask } from '../workers/hostile-worker.js';
import type { ProofJob } from './job.js';

/** In short, the first of so many services of each kind is audited. */
const sampleStep = 6;

/** Each hostile service, or in short a sample of each kind. */
export function listHostileJobs(services: readonly HostileService[], isShort: boolean): ProofJob[] {
  return (isShort ? takeSample(services) : services).map(({ name, demo }) => {
    const task: HostileTask = { service: name };
    const { fault, dialect = [], world = [] } = demo;
    const names = [name, ...(fault === undefined ? [] : [fault]), ...dialect, ...world];
    return { name: `hostile/${name}`, kind: 'hostile', task, dependencies: { names } };
  });
}

function takeSample(services: readonly HostileService[]): HostileService[] {
  const counts = new Map<string, number>();
  return services.filter(({ kind }) => {
    const index = counts.get(kind) ?? 0;
    counts.set(kind, index + 1);
    return index % sampleStep === 0;
  });
}
