import type { ProofKind } from '../jobs/job.js';

/** The file that does the jobs of each kind, beside this one. */
export const workerNames: Readonly<Record<ProofKind, string>> = {
  tests: 'tests-worker',
  matrix: 'matrix-worker',
  variants: 'variants-worker',
  worlds: 'worlds-worker',
  hostile: 'hostile-worker',
  leftovers: 'leftovers-worker',
};

/** The program of a worker. */
export function getWorkerFile(kind: ProofKind): URL {
  const name = workerNames[kind];
  return new URL(`./${name}.js`, import.meta.url);
}
