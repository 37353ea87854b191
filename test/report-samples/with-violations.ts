import type { Evidence, Report } from '../../src/model/result/report.js';
import { numberViolations } from './number-violations.js';
import { sampleOperations } from './sample-operations.js';
import {
  createSampleClause,
  createSampleExchange,
  createSampleResult,
  createSampleViolation,
  creationFields,
  hostileText,
  sampleLeftovers,
  sampleReach,
} from './sample-result.js';
import { heldReport } from './without-violations.js';

const pagingFields = { clause: 'PAGE-1', title: 'Every item is on exactly one page', family: 'convention' } as const;

/** Evidence that is no more than one exchange. */
const createBriefEvidence = (summary: string): Partial<Evidence> => ({
  summary,
  expected: undefined,
  actual: undefined,
  case: undefined,
  exchanges: [createSampleExchange()],
  controls: undefined,
  curl: ['curl -sS http://127.0.0.1:4010/api/orders'],
  seed: undefined,
  path: undefined,
  seenAgain: undefined,
});

const unnumberedReport: Report = {
  ...heldReport,
  run: {
    ...heldReport.run,
    except: ['webhooks/*'],
    profile: 'assay.yaml',
    openapi: 'openapi.yaml',
    ruleFolders: ['house-rules'],
    collections: ['/orders'],
    guess: true,
    baseline: 'known.json',
    demo: { fault: 'get-bumps-a-counter' },
  },
  survey: {
    ...heldReport.survey,
    contradictions: ['the document says 201 for POST /orders, observed 200'],
    notes: ['no collection has a text member for the run mark'],
  },
  reach: sampleReach,
  dialects: ['deleteMissing: no-content (default: as-described)'],
  results: [
    createSampleResult({
      ...creationFields,
      notes: ['Location was a relative reference'],
      undecided: [{ cause: 'no-answer', why: 'POST returned 500', cases: 1, hasFailed: true, isRepeated: true }],
    }),
    createSampleViolation({ subject: 'customers' }),
    createSampleViolation(
      {
        level: 'SHOULD',
        rule: 'responses/problem-details',
        clause: 'HONEST-2',
        title: 'An error is sent as problem details',
      },
      createBriefEvidence('the error was sent as text/html'),
    ),
    createSampleViolation(
      {
        level: 'MAY',
        rule: 'links/has-next-actions',
        clause: 'LINK-1',
        title: 'An order links to its next actions',
        severity: 'error',
      },
      createBriefEvidence('no link was seen'),
    ),
    createSampleViolation(
      { family: 'http', rule: 'caching/etag-is-quoted', clause: 'RFC9110-8.8.3', title: 'An ETag is quoted' },
      createBriefEvidence('the ETag was bare'),
    ),
    createSampleViolation(
      {
        stage: 'provisional',
        rule: 'replay/same-key-same-answer',
        clause: 'KEY-1',
        title: 'The same key gets the same answer',
      },
      createBriefEvidence('the second answer differed'),
    ),
    createSampleViolation(
      {
        rule: 'conflict/stale-write-is-refused',
        clause: 'CONFLICT-1',
        title: 'A stale write is refused',
        waived: { reason: 'known, ORD-7', owner: 'orders team', until: '2026-06-30' },
      },
      createBriefEvidence('a stale write was accepted'),
    ),
    createSampleViolation(
      {
        rule: 'validation/broken-is-refused',
        clause: 'VALID-1',
        title: 'A broken body is refused',
        subject: hostileText,
      },
      {
        summary: hostileText,
        expected: { text: hostileText },
        actual: hostileText,
        exchanges: [
          createSampleExchange({ n: 20, role: 'control' }),
          createSampleExchange({
            n: 21,
            request: {
              method: 'POST',
              url: `http://127.0.0.1:4010/api/orders?q=${hostileText}`,
              headers: { [hostileText]: hostileText },
              content: hostileText,
            },
            answer: { status: 500, headers: { 'x-h': hostileText }, content: hostileText, cutFrom: 90_000, ms: 1 },
          }),
          { n: 22, request: createSampleExchange().request, silence: `timeout ${hostileText}` },
        ],
        curl: [`curl ${hostileText}`],
        replay: `assay replay ${hostileText}`,
      },
    ),
    createSampleResult({
      rule: 'pagination/no-item-twice',
      ...pagingFields,
      verdict: 'inconclusive',
      cause: 'setup',
      why: 'POST /orders answered 503',
      enable: 'collections.orders.body',
    }),
    createSampleResult({
      rule: 'pagination/pages-are-stable',
      ...pagingFields,
      verdict: 'errored',
      cause: 'kit',
      why: 'TypeError: x is undefined',
      cases: 0,
    }),
    createSampleResult({
      rule: 'actions/is-readable',
      clause: 'ACT-1',
      title: 'An action can be read',
      verdict: 'not-applicable',
      cause: 'need',
      why: 'no action is known',
      enable: 'collections.orders.actions',
      cases: 0,
    }),
    createSampleResult({
      rule: 'actions/repeat-conflicts',
      clause: 'ACT-2',
      title: 'A repeated action conflicts',
      verdict: 'not-applicable',
      cause: 'need',
      why: 'no action is known',
      enable: 'collections.orders.actions',
      cases: 0,
    }),
    createSampleResult({
      rule: 'throttling/says-when',
      clause: 'LIMIT-1',
      title: 'A refusal says when to come back',
      verdict: 'not-run',
      cause: 'permission',
      why: 'it floods',
      enable: '--permit floods',
      cases: 0,
    }),
  ],
  coverage: {
    operations: sampleOperations,
    clauses: [
      createSampleClause({
        verdict: 'violated',
        why: 'Caches and crawlers repeat GET without asking.',
        fix: 'Remove the write from the code that serves GET.',
      }),
      createSampleClause({
        clause: 'CREATE-1',
        sentence: 'What is created can be read.',
        rules: ['creation/created-item-is-readable'],
      }),
      createSampleClause({
        clause: 'VALID-1',
        sentence: 'A body that breaks the contract is refused.',
        verdict: 'violated',
        rules: ['validation/broken-is-refused'],
      }),
      createSampleClause({
        clause: 'MODEL-1',
        sentence: 'The internal data model is not exposed.',
        level: 'SHOULD',
        verdict: 'untested',
        rules: [],
        untested: 'cannot be seen from outside',
      }),
    ],
  },
  leftovers: sampleLeftovers,
  gate: {
    open: false,
    reasons: ['1 unwaived violated MUST: safety/get-does-not-change-the-item [customers]', hostileText],
    exit: 1,
  },
};

/** A run with violations of every sort, every other word, and a service that sends hostile text. */
export const violatedReport: Report = {
  ...unnumberedReport,
  results: numberViolations(unnumberedReport.results, unnumberedReport.run),
};
