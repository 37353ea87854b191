import type { Report } from '../../src/model/result/report.js';
import { createSampleResult, createSampleViolation, creationFields } from './sample-result.js';
import { heldReport } from './without-violations.js';

/** The second of three shards: its own trials, prerequisites of these, and trials of other shards. */
export const shardReport: Report = {
  ...heldReport,
  run: { ...heldReport.run, shard: { index: 2, total: 3, planDigest: '5f3759df5f3759df' } },
  results: [
    createSampleResult({ ...creationFields, shard: 1 }),
    createSampleResult({
      verdict: 'not-run',
      cause: 'filter',
      why: 'shard 3 of 3 runs it',
      shard: 3,
      cases: 0,
      requests: 0,
    }),
    createSampleViolation({ subject: 'customers', waived: { reason: 'known, ORD-9' } }),
  ],
  waivers: [
    {
      rule: 'safety/get-does-not-change-the-item',
      subject: 'customers',
      reason: 'known, ORD-9',
      owner: 'orders team',
      until: '2026-06-30',
      where: 'known-failures.yaml:2:5',
      standing: 'used',
    },
  ],
};

/** The merged report of all three. */
export const mergedReport: Report = { ...heldReport, run: { ...heldReport.run, shards: 3 } };
