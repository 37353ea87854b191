import type { Fault } from '../../../src/demo/start-demo.js';
import { baselineRules } from '../../matrix/baseline-rules.js';
import type { MatrixTask } from '../workers/matrix-worker.js';
import type { ProofJob } from './job.js';

/** Each fault in each seed, against all rules, or in short once against those of the suites that claim it, if their requests can show it. */
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

const listClaimingSuites = ({ violates }: Fault): string[] => [
  ...new Set(violates.map((rule) => `${rule.split('/')[0]}/*`)),
];
