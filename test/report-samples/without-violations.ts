import type { Report } from '../../src/model/result/report.js';
import { createSampleClause, createSampleResult, creationFields } from './sample-result.js';

/** A run in which every rule held. */
export const heldReport: Report = {
  schema: 'https://assay.dev/schemas/report-1.json',
  kit: { name: 'assay', version: '0.1.0' },
  target: { name: 'orders', baseUrl: 'http://127.0.0.1:4010/api', version: '1.4.2', contact: 'team@orders.example' },
  seed: 42,
  startedAt: '2026-01-02T03:04:05.000Z',
  durationMs: 4210,
  requests: 84,
  run: {
    permit: 'deletes',
    permitFrom: 'default',
    cases: 10,
    concurrency: 4,
    maxRequests: 2000,
    maxSeconds: 120,
    strict: false,
    only: [],
    demo: { dialect: ['deleteMissing=no-content'], world: ['slow'] },
  },
  survey: {
    document: 'http://127.0.0.1:4010/openapi.json',
    collections: [
      {
        name: 'orders',
        path: '/orders',
        facts: [{ about: 'id', value: '/id', provenance: 'observed', evidence: 'POST /orders' }],
      },
    ],
    contradictions: [],
    notes: [],
  },
  dialects: [],
  results: [
    createSampleResult(creationFields),
    createSampleResult(),
    createSampleResult({ subject: 'customers', cases: 1, corners: 0 }),
  ],
  coverage: {
    clauses: [
      createSampleClause({}),
      createSampleClause({ clause: 'CREATE-1', sentence: 'What is created can be read.' }),
    ],
  },
  leftovers: [],
  gate: { open: true, reasons: [], exit: 0 },
  complete: true,
};

/** Recorded traffic, with one violation and one suspicion. */
export const trafficReport: Report = {
  ...heldReport,
  requests: 0,
  traffic: {
    ...{ files: 2, exchanges: 900, flawed: 2, forgotten: 3, undocumented: ['GET /orders/{id}/notes'] },
    leftOut: [{ why: 'preflights', exchanges: 40 }],
    unknown: [{ why: 'caller', exchanges: 900 }],
  },
  results: [
    createSampleResult({
      verdict: 'inconclusive',
      cause: 'suspected',
      why: 'GET returned 200 (shop.har, entry 7)',
      evidence: {
        ...{
          summary: 'A deleted item is still there',
          actual: 'GET returned 200',
          exchanges: [],
          curl: [],
          replay: '',
        },
        reproduced: false,
      },
    }),
    createSampleResult(),
  ],
  coverage: {
    ...heldReport.coverage,
    operations: [
      {
        ...{ method: 'GET', path: '/orders', subject: 'GET /orders', rules: [], held: 1, violated: 0, undecided: 0 },
        ...{ statuses: [200], unseenStatuses: [400], parameters: { seen: ['limit'], unseen: ['after'] } },
      },
    ],
  },
};
