import type { Evidence, Report, Result } from './report.js';

/** A held result; `changes` make it any other. */
export const createTestResult = (changes: Partial<Result> = {}): Result => ({
  rule: 'safety/a',
  clause: 'SAFE-01',
  level: 'MUST',
  family: 'convention',
  stage: 'stable',
  title: 'GET changes nothing',
  subject: 'orders',
  verdict: 'held',
  cases: 1,
  requests: 3,
  ...changes,
});

/** A violated result with evidence. */
export const createTestViolation = (changes: Partial<Result> = {}, evidence: Partial<Evidence> = {}): Result =>
  createTestResult({
    verdict: 'violated',
    evidence: { summary: 'GET changed it', exchanges: [], curl: [], replay: '', ...evidence },
    ...changes,
  });

/** A report of a run without checks. */
export const createTestReport = (changes: Partial<Report> = {}, run: Partial<Report['run']> = {}): Report => ({
  schema: 'https://assay.dev/schemas/report-1.json',
  kit: { name: 'assay', version: '0.1.0' },
  target: { name: 'orders', baseUrl: 'http://127.0.0.1:1/api' },
  seed: 42,
  startedAt: '2024-06-15T00:00:00Z',
  durationMs: 1,
  requests: 1,
  run: {
    permit: 'reads',
    permitFrom: 'default',
    cases: 1,
    concurrency: 1,
    maxRequests: 1,
    maxSeconds: 1,
    strict: false,
    only: [],
    ...run,
  },
  survey: { collections: [], contradictions: [], notes: [] },
  dialects: [],
  results: [],
  coverage: { clauses: [] },
  leftovers: [],
  gate: { open: true, reasons: [], exit: 0 },
  ...changes,
  complete: true,
});

/** The report of one shard. */
export const createTestShardReport = (index: number, total: number, changes: Partial<Report> = {}): Report =>
  createTestReport(changes, { shard: { index, total, planDigest: 'one-plan' } });
