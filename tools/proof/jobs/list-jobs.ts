import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { loadRuleSet } from '../../../src/rule-set/load-rule-set.js';
import { allFaults } from '../../faults/all-faults.js';
import { hostileServices } from '../../hostile/service/hostile-services.js';
import { leaks } from '../../leftovers/leaks/all-leaks.js';
import { listHostileJobs } from './hostile-jobs.js';
import type { ProofJob } from './job.js';
import { listLeftoverJobs } from './leftover-jobs.js';
import { listMatrixJobs, listReachingJobs } from './matrix-jobs.js';
import { listTestJobs } from './test-jobs.js';
import { listVariantJobs } from './variant-jobs.js';
import { listWorldJobs } from './world-jobs.js';

/** How much is proved. */
export interface ProofExtent {
  /** Seeds of each fault, variant and world. */
  readonly seeds: number;
  /** The form for every change: the rules that matter most, a sample of hostile services, no long test files. */
  readonly isShort: boolean;
}

/** All jobs of the proof, in the order in which they are run. */
export async function listJobs(root: string, { seeds: count, isShort }: ProofExtent): Promise<ProofJob[]> {
  const { rules } = await loadRuleSet();
  const seeds = Array.from({ length: count }, (_, index) => index + 1);
  return [
    ...(isShort ? [] : listTestJobs(findProofTests(root))),
    ...listMatrixJobs(allFaults, seeds, isShort),
    ...listReachingJobs(allFaults, seeds, isShort),
    ...listVariantJobs(seeds, isShort),
    ...listWorldJobs(rules, seeds, isShort),
    ...listHostileJobs(hostileServices, isShort),
    ...listLeftoverJobs(leaks, seeds, isShort),
  ];
}

const findProofTests = (root: string): string[] =>
  ['src', 'suites', 'test', 'tools']
    .flatMap((top) => readdirSync(join(root, top), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.proof.test.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
