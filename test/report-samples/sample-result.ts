import type { Reach } from '../../src/model/result/reach.js';
import type { ClauseCoverage, Evidence, RecordedExchange, Report, Result } from '../../src/model/result/report.js';

/** Text as a hostile service may send it: it would steer terminals, break out of XML, Markdown and tables. */
export const hostileText =
  'x\u001b[2J\u001b]0;owned\u0007\u202egnp.exe\u2066 ]]> <script>alert(1)</script> </details> | `` ``` @everyone #1 [gate](https://evil.example) www.evil.example \ud800 \u0000 \ufffe\n# gate open\n- held';

/** A held result; `changes` make it any other. */
export const createSampleResult = (changes: Partial<Result> = {}): Result => ({
  rule: 'safety/get-does-not-change-the-item',
  clause: 'SAFE-1',
  level: 'MUST',
  family: 'convention',
  stage: 'stable',
  title: 'GET leaves the item as it was',
  subject: 'orders',
  verdict: 'held',
  cases: 10,
  corners: 5,
  requests: 42,
  ms: 126,
  ...changes,
});

/** A violated result with evidence. */
export const createSampleViolation = (changes: Partial<Result> = {}, evidence: Partial<Evidence> = {}): Result =>
  createSampleResult({
    verdict: 'violated',
    why: 'GET changed the item it read',
    foundAfter: 9,
    evidence: createSampleEvidence(evidence),
    ...changes,
  });

/** An exchange with an answer; `changes` make it any other. */
export const createSampleExchange = (changes: Partial<RecordedExchange> = {}): RecordedExchange => ({
  n: 12,
  request: {
    method: 'POST',
    url: 'http://127.0.0.1:4010/api/orders',
    headers: { 'content-type': 'application/json', authorization: '[redacted]' },
    content: '{"note":"a"}',
  },
  answer: {
    status: 201,
    headers: { location: '/api/orders/7', 'set-cookie': ['[redacted]', '[redacted]'] },
    content: '{"id":"7","note":"a","views":0}',
    ms: 3,
  },
  ...changes,
});

/** A clause that held; `changes` make it any other. */
export const createSampleClause = (changes: Partial<ClauseCoverage>): ClauseCoverage => ({
  clause: 'SAFE-1',
  sentence: 'A GET never changes state.',
  level: 'MUST',
  source: 'convention §1 rule 3; RFC 9110 §9.2.1',
  verdict: 'held',
  rules: ['safety/get-does-not-change-the-item'],
  ...changes,
});

/** The members of a result of another rule. */
export const creationFields = {
  rule: 'creation/created-item-is-readable',
  clause: 'CREATE-1',
  title: 'What was made can be read',
} as const;

const createSampleRead = (n: number, views: number): RecordedExchange => ({
  n,
  request: { method: 'GET', url: 'http://127.0.0.1:4010/api/orders/7', headers: { accept: 'application/json' } },
  answer: { status: 200, headers: {}, content: `{"id":"7","note":"a","views":${views}}`, ms: 2 },
});

/** The evidence of a violation; `changes` make it any other. */
export const createSampleEvidence = (changes: Partial<Evidence>): Evidence => ({
  summary: 'GET changed the item it read',
  expected: { id: '7', note: 'a', views: 0 },
  actual: { id: '7', note: 'a', views: 2 },
  case: { body: { note: 'a' }, reads: 1 },
  exchanges: [createSampleExchange(), createSampleRead(13, 1), createSampleRead(14, 2)],
  controls: [10, 11],
  curl: [
    `curl -sS -X POST http://127.0.0.1:4010/api/orders -H 'content-type: application/json' --data-raw '{"note":"a"}'`,
    'curl -sS http://127.0.0.1:4010/api/orders/7',
    'curl -sS http://127.0.0.1:4010/api/orders/7',
  ],
  replay: 'assay replay reports/report.json 1',
  seed: 42,
  path: '3:1:0',
  seenAgain: '3 of 3',
  ...changes,
});

/** How much of the service a run decided. */
export const sampleReach: Reach = {
  rules: { checked: 5, of: 9, least: 3 },
  cases: { decided: 40, undecided: 1, reasons: [{ why: 'POST returned 500', cases: 1 }] },
};

/** An item that was not removed, and two that may exist. */
export const sampleLeftovers: Report['leftovers'] = [
  { url: 'http://127.0.0.1:4010/api/orders/9', why: 'DELETE answered 405' },
  { url: 'http://127.0.0.1:4010/api/orders', why: 'the list has 2 entries', count: 2, mayExist: true },
];
