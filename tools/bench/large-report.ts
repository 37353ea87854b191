import type { RecordedExchange, Report, Result } from '../../src/model/result/report.js';

/** Rules that are tried on every subject, by how often they are violated: every fifth subject has one violation. */
const rules = [
  'creation/created-item-is-readable',
  'idempotency/repeated-put-has-one-effect',
  'safety/get-does-not-change-the-item',
];

/** A report of so many subjects with three rules each; one in five subjects breaks a rule, others are undecided. */
export function createLargeReport(subjects: number): Report {
  const names = Array.from({ length: subjects }, (_, index) => `collection-${index + 1}`);
  return {
    schema: 'https://assay.dev/schemas/report-1.json',
    kit: { name: 'assay', version: '0.1.0' },
    target: { name: 'warehouse', baseUrl: 'http://127.0.0.1:4010/api', version: '1.0.0' },
    seed: 1,
    startedAt: '2026-01-02T03:04:05.000Z',
    durationMs: 60_000,
    requests: subjects * 90,
    run: { permit: 'deletes', permitFrom: 'default', cases: 10, concurrency: 8, ...budget, strict: false, only: [] },
    survey: {
      collections: names.map((name) => ({ name, path: `/${name}`, facts: [] })),
      contradictions: [],
      notes: [],
    },
    dialects: [],
    results: names.flatMap((name, index) => rules.map((rule, place) => createResult(rule, name, index, place))),
    coverage: { clauses: rules.map((rule, place) => createClauseResult(rule, place)) },
    leftovers: [],
    gate: {
      open: false,
      reasons: names.filter((_, index) => index % 5 === 0).map((name) => `violated MUST: ${name}`),
      exit: 1,
    },
    complete: true,
  };
}

const budget = { maxRequests: 200_000, maxSeconds: 600 };

function createResult(rule: string, subject: string, index: number, place: number): Result {
  const about = {
    rule,
    clause: `LAW-${place + 1}`,
    level: 'MUST',
    family: 'convention',
    stage: 'stable',
    title: `What ${rule} promises is kept`,
    subject,
    cases: 10,
    requests: 30,
  } as const;
  if (place === 2 && index % 5 === 0)
    return { ...about, verdict: 'violated', foundAfter: 6, evidence: createEvidence(subject) };
  if (place === 1 && index % 4 === 1) {
    return { ...about, verdict: 'inconclusive', cause: 'setup', why: `POST /${subject} answered 503`, cases: 0 };
  }
  return { ...about, verdict: 'held', corners: 4 };
}

const createClauseResult = (rule: string, place: number) => ({
  clause: `LAW-${place + 1}`,
  sentence: `What ${rule} promises MUST be kept.`,
  level: 'MUST' as const,
  source: 'convention §1; RFC 9110 §9.2.1',
  verdict: 'held' as const,
  rules: [rule],
});

function createEvidence(subject: string): NonNullable<Result['evidence']> {
  const item = (views: number) => ({ id: `${subject}-1`, name: 'a'.repeat(40), tags: ['one', 'two'], views });
  const exchange = (n: number, method: string, views: number): RecordedExchange => ({
    n,
    request: {
      method,
      url: `http://127.0.0.1:4010/api/${subject}/${subject}-1`,
      headers: fields,
      content: JSON.stringify(item(0)),
    },
    answer: { status: 200, headers: fields, content: JSON.stringify({ ...item(views), text: 'x'.repeat(400) }), ms: 2 },
  });
  return {
    summary: 'GET changed the item it read',
    expected: item(0),
    actual: item(2),
    case: { body: item(0), reads: 2 },
    exchanges: [exchange(1, 'POST', 0), exchange(2, 'GET', 0), exchange(3, 'GET', 1), exchange(4, 'GET', 2)],
    curl: Array.from({ length: 4 }, () => `curl -sS -i 'http://127.0.0.1:4010/api/${subject}/${subject}-1'`),
    replay: 'assay replay reports/report.json 1',
    seed: 1,
    path: '0',
    seenAgain: '3 of 3',
  };
}

const fields = { 'content-type': 'application/json', date: 'Fri, 02 Jan 2026 03:04:05 GMT', etag: '"a"' };
