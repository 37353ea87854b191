import type { TestTask } from '../workers/tests-worker.js';
import type { ProofJob } from './job.js';

/** Each long test file, by its path from the root of the repository. */
export function listTestJobs(files: readonly string[]): ProofJob[] {
  return files.map((file) => {
    const task: TestTask = { file };
    return { name: `tests/${file}`, kind: 'tests', task, dependencies: { files: [file, 'vitest.config.ts'] } };
  });
}
