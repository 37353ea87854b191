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

/** Each fault that reaches other items in each seed, with several trials at a time; in short with one number of trials, and the suites whose items it reaches. */
export function listReachingJobs(faults: readonly Fault[], seeds: readonly number[], isShort: boolean): ProofJob[] {
  const reaching = faults.filter(({ name }) => reachingFaults.includes(name));
  const concurrencies = isShort ? reachingConcurrencies.slice(0, 1) : reachingConcurrencies;
  return reaching.flatMap(({ name: fault, violates, dialect = [] }) =>
    concurrencies.flatMap((concurrency) =>
      seeds.map((seed) => {
        const only = isShort ? [...new Set([...reachedSuites, ...listClaimingSuites({ violates })])] : [];
        const task: MatrixTask = { fault, seed, only, concurrency };
        const name = `matrix/${fault}/concurrency-${concurrency}/seed-${seed}`;
        return {
          name,
          kind: 'matrix' as const,
          task,
          dependencies: { names: [fault, ...dialect], ...(isShort && { rules: only }) },
        };
      }),
    ),
  );
}

/** Suites that look at items of their own for longer than at one response. */
const reachedSuites = ['creation/*', 'effects/*', 'idempotency/*', 'safety/*'];

const listClaimingSuites = ({ violates }: Pick<Fault, 'violates'>): string[] => [
  ...new Set(violates.map((rule) => `${rule.split('/')[0]}/*`)),
];
