import type { Fault } from '../../../src/demo/start-demo.js';
import { baselineRules } from '../../matrix/baseline-rules.js';
import { reachingConcurrencies, reachingFaults } from '../../matrix/reaching-faults.js';
import type { MatrixTask } from '../workers/matrix-worker.js';
import type { ProofJob } from './job.js';

/** Each fault in each seed, against all rules, or in short against those of the suites that claim it, if their requests can show it. */
export function listMatrixJobs(faults: readonly Fault[], seeds: readonly number[], isShort: boolean): ProofJob[] {
  return faults.flatMap((fault) =>
    seeds.map((seed) => {
      const only = isShort && fault.isFoundInTraffic !== true ? listClaimingSuites(fault) : [];
      const task: MatrixTask = { fault: fault.name, seed, only };
      return {
        name: `matrix/${fault.name}/seed-${seed}`,
        kind: 'matrix' as const,
        task,
        dependencies: {
          names: [fault.name, ...(fault.dialect ?? [])],
          ...(only.length > 0 && { rules: fault.isChange ? [...only, ...baselineRules] : only }),
        },
      };
    }),
  );
}

/** Each fault that reaches other items in each seed, with several trials at a time. */
export function listReachingJobs(faults: readonly Fault[], seeds: readonly number[]): ProofJob[] {
  const reaching = faults.filter(({ name }) => reachingFaults.includes(name));
  return reaching.flatMap(({ name: fault, dialect = [] }) =>
    reachingConcurrencies.flatMap((concurrency) =>
      seeds.map((seed) => {
        const task: MatrixTask = { fault, seed, only: [], concurrency };
        const name = `matrix/${fault}/concurrency-${concurrency}/seed-${seed}`;
        return { name, kind: 'matrix' as const, task, dependencies: { names: [fault, ...dialect] } };
      }),
    ),
  );
}

const listClaimingSuites = ({ violates }: Fault): string[] => [
  ...new Set(violates.map((rule) => `${rule.split('/')[0]}/*`)),
];
