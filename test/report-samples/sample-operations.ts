import type { OperationCoverage } from '../../src/model/result/operation-coverage.js';

/** An operation with checks, and one that was not called. */
export const sampleOperations: readonly OperationCoverage[] = [
  {
    method: 'GET',
    path: '/orders/{id}',
    subject: 'orders',
    rules: ['safety/get-does-not-change-the-item'],
    statuses: [200, 404],
    responses: { 200: 120, 404: 3 },
    latency: { median: 3.1, p95: 12, p99: 140 },
    suites: { safety: { held: 2, violated: 1 }, absence: { held: 1 }, caching: { unchecked: 2 } },
    held: 3,
    violated: 1,
    undecided: 0,
  },
  {
    method: 'GET',
    path: '/jobs/stop',
    subject: 'GET /jobs/stop',
    rules: [],
    held: 0,
    violated: 0,
    undecided: 0,
    why: '"stop" suggests effects',
  },
];
