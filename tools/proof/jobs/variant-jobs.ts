import { libraryVariants, listFloodedVariants, listValidVariants, packVariants } from '../../matrix/valid-variants.js';
import type { VariantTask } from '../workers/variants-worker.js';
import type { ProofJob } from './job.js';

/** Each valid variant in each seed, or in short a few dialects at a time; and those that are flooded. */
export function listVariantJobs(seeds: readonly number[], isShort: boolean): ProofJob[] {
  const calm = isShort ? packVariants() : listValidVariants();
  return seeds.flatMap((seed) => [
    ...calm.map((dialect) => createVariantJob({ dialect, seed, isFlood: false })),
    ...listFloodedVariants().map((dialect) => createVariantJob({ dialect, seed, isFlood: true })),
  ]);
}

function createVariantJob(task: VariantTask): ProofJob {
  const { dialect, seed, isFlood } = task;
  return {
    name: `variants/${nameDialects(dialect)}/seed-${seed}`,
    kind: 'variants',
    task,
    dependencies: {
      names: dialect.filter((name) => !libraryVariants.includes(name)),
      ...(isFlood && { rules: ['throttling/*'] }),
    },
  };
}

/** Dialects as a part of a job's name. */
export const nameDialects = (dialect: readonly string[]): string =>
  dialect.length > 6 ? `all-${dialect.length}-at-once` : dialect.join('+') || 'default';
