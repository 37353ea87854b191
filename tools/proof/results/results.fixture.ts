import type { JobOutcome } from '../jobs/outcome.js';
import type { JobResult } from './job-result.js';

/** A result of a job of this name. */
export const createResult = (
  name: string,
  verdict: JobOutcome['verdict'],
  more: { readonly world?: string; readonly isKept?: boolean; readonly measures?: Record<string, number> } = {},
): JobResult => ({
  job: {
    name,
    kind: name.split('/')[0] as JobResult['job']['kind'],
    task: {},
    dependencies: {},
    ...(more.world !== undefined && { world: more.world }),
  },
  key: `key of ${name}`,
  outcome: {
    verdict,
    expected: 'a',
    actual: verdict === 'passed' ? 'a' : 'b',
    ...(more.measures && { measures: more.measures }),
  },
  seconds: 1.5,
  isKept: more.isKept ?? false,
});
