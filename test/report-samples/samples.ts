import type { Report } from '../../src/model/result/report.js';
import { createSampleResult } from './sample-result.js';
import { mergedReport, shardReport } from './sharded.js';
import { violatedReport } from './with-violations.js';
import { heldReport, trafficReport } from './without-violations.js';

/** A run that was stopped before it was through. */
export const interruptedReport: Report = {
  ...heldReport,
  run: {
    ...heldReport.run,
    only: ['safety/*'],
    quick: true,
    failOn: ['must'],
    endedEarly: 'interrupted after 12 requests',
    stoppedBy: "curl -sS -i 'http://127.0.0.1:4010/api/orders'",
    faults: ['uncaught exception: Error: mine\n    at house/broken.mjs:3:9'],
  },
  results: [
    createSampleResult({ verdict: 'inconclusive', cause: 'budget', why: 'the run was interrupted', cases: 0 }),
    createSampleResult({
      verdict: 'inconclusive',
      cause: 'assumption:creation/created-item-is-readable',
      why: 'what was made could not be read',
    }),
  ],
  gate: { open: false, reasons: ['the run was interrupted'], exit: 130 },
};

/** A run that tried nothing. */
export const emptyReport: Report = {
  ...heldReport,
  target: { name: 'orders', baseUrl: 'http://127.0.0.1:4010/api' },
  requests: 1,
  requestsBySuite: [{ suite: 'safety', setup: 0, treatment: 1, control: 0, confirmation: 0, cleanup: 0 }],
  durationMs: 12,
  survey: { collections: [], contradictions: [], notes: ['nothing was found'] },
  results: [],
  coverage: { clauses: [] },
  gate: { open: false, reasons: ['no rule was checked'], exit: 1 },
};

/** A run that could not create items in one collection, did not use all it found, and accepts that it has few requests. */
export const incompleteReport: Report = {
  ...heldReport,
  survey: {
    ...heldReport.survey,
    omissions: [
      {
        ...{ what: 'document', about: 'http://127.0.0.1:4010/api/openapi.json:7:13' },
        ...{ why: 'cannot be parsed as JSON or YAML: Unexpected ,', enable: '--openapi' },
      },
      { what: 'operation', about: 'POST /emails/send', why: '"send" suggests effects', enable: 'resources[].create' },
    ],
  },
  run: {
    ...heldReport.run,
    acceptedGaps: [
      { collection: 'budget', reason: 'a quick look', owner: 'team', until: '2999-01-01', where: 'assay.yaml:3:7' },
    ],
  },
  reach: {
    rules: { checked: 2, of: 9 },
    cases: { decided: 20, undecided: 0, reasons: [] },
    creations: [
      { collection: 'orders', path: '/orders', created: 3 },
      {
        ...{ collection: 'bookings', path: '/bookings', created: 0, isNamed: true },
        refusal: 'POST /bookings → 422 `code: must be a string`',
        add: 'resources: [{ collection: /bookings, create: { example: {"code":"…"} } }]',
      },
    ],
  },
  gate: {
    result: 'incomplete',
    open: false,
    reasons: [
      'incomplete: bookings: no item could be created (POST /bookings → 422 `code: must be a string`): 7 of 9 checks',
    ],
    exit: 5,
    gaps: [
      {
        ...{ about: 'bookings', checks: 7, why: 'no item could be created (POST /bookings → 422)' },
        add: 'resources: [{ collection: /bookings, create: { example: {"code":"…"} } }]',
      },
      { about: 'budget', checks: 1, why: 'the budget of 9 requests is used up', accepted: 'a quick look' },
    ],
  },
};

/** A run that harmed items of others. */
export const harmedReport: Report = {
  ...heldReport,
  run: { ...heldReport.run, endedEarly: '2 items of others are gone or changed' },
  harm: [
    {
      collection: 'orders',
      url: 'http://127.0.0.1:4010/api/orders/7',
      is: 'gone',
      after: 'POST /orders (exchange 12)',
      contents: '/home/me/.local/state/assay/127.0.0.1_4010.json',
      restore: { method: 'PUT', url: 'http://127.0.0.1:4010/api/orders/7', body: { customer: 'Ada' } },
    },
    {
      collection: 'orders',
      url: 'http://127.0.0.1:4010/api/orders/8',
      is: 'changed',
      members: ['/customer'],
      after: 'POST /orders (exchange 12)',
      contents: '/home/me/.local/state/assay/127.0.0.1_4010.json',
    },
  ],
  gate: {
    open: false,
    reasons: [
      '2 items of others are gone or changed since POST /orders (exchange 12): /orders/7, /orders/8. All writes stopped.',
    ],
    exit: 5,
  },
};

/** Every sample by name. */
export const sampleReports: Readonly<Record<string, Report>> = {
  sound: heldReport,
  troubled: violatedReport,
  interrupted: interruptedReport,
  empty: emptyReport,
  shard: shardReport,
  merged: mergedReport,
  harmed: harmedReport,
  incomplete: incompleteReport,
  traffic: trafficReport,
};

export { hostileText as hostile } from './sample-result.js';
export { heldReport as sound, violatedReport as troubled };
