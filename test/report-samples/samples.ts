import type { Report } from '../../src/model/result/report.js';
import { resultOf } from './sample-result.js';
import { merged, shard } from './sharded.js';
import { troubled } from './with-violations.js';
import { sound } from './without-violations.js';

/** A run that was stopped before it was through. */
export const interrupted: Report = {
  ...sound,
  run: {
    ...sound.run,
    only: ['safety/*'],
    endedEarly: 'interrupted after 12 requests',
    faults: ['thrown and caught by nobody: Error: mine\n    at house/broken.mjs:3:9'],
  },
  results: [
    resultOf({ verdict: 'inconclusive', cause: 'budget', why: 'the run was interrupted', cases: 0 }),
    resultOf({
      verdict: 'inconclusive',
      cause: 'assumption:creation/made-is-readable',
      why: 'what was made could not be read',
    }),
  ],
  gate: { open: false, reasons: ['the run was interrupted'], exit: 130 },
};

/** A run that tried nothing. */
export const empty: Report = {
  ...sound,
  target: { name: 'orders', baseUrl: 'http://127.0.0.1:4010/api' },
  requests: 1,
  durationMs: 12,
  survey: { collections: [], contradictions: [], notes: ['nothing was found'] },
  results: [],
  coverage: { clauses: [] },
  gate: { open: false, reasons: ['no rule was tried'], exit: 1 },
};

/** Every sample by name. */
export const samples: Readonly<Record<string, Report>> = { sound, troubled, interrupted, empty, shard, merged };

export { hostile } from './sample-result.js';
export { sound, troubled };
