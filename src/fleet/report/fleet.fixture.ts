import { troubled } from '../../../test/report-samples/samples.js';
import type { FleetReport } from './fleet-report.js';

const clauses = ({ coverage }: typeof troubled) =>
  Object.fromEntries(coverage.clauses.map(({ clause, verdict }) => [clause, verdict]));

/** A report of two targets, with this text everywhere. */
export const createFleetReport = (text: string, source = troubled): FleetReport => ({
  schema: 'https://assay.dev/schemas/fleet-report-1.json',
  kit: { name: 'assay', version: '0.1.0' },
  name: text,
  startedAt: '2026-01-02T00:00:00Z',
  targets: [
    {
      name: text,
      group: text,
      owner: text,
      labels: { [text]: text },
      status: 'failed',
      exit: 1,
      why: text,
      report: `targets/${text}/report.json`,
      page: `targets/${text}/report.html`,
      baseUrl: text,
      leftovers: 2,
      counts: { violated: 1 },
      violations: [{ rule: text, subject: text, clause: text, level: 'MUST', summary: text, change: 'new' }],
      fixed: [{ rule: text, subject: text }],
      clauses: clauses(source),
      verdicts: 'v',
    },
    {
      name: 'javascript:alert(1)',
      status: 'no report',
      why: text,
      counts: {},
      violations: [],
      fixed: [],
      clauses: {},
      leftovers: 0,
      verdicts: '-',
      report: 'javascript:alert(1)',
    },
  ],
  clauses: source.coverage.clauses.map(({ clause, level, sentence, verdict }) => ({
    clause,
    level,
    sentence,
    counts: { [verdict]: 1, violated: 1 },
  })),
  owners: [{ name: text, targets: 1, failed: 1, violations: 1, new: 1, fixed: 1, flaky: 0 }],
  groups: [{ name: text, targets: 1, failed: 1, violations: 1, new: 1, fixed: 1, flaky: 0 }],
  trend: [
    { startedAt: text, targets: 2, passed: 2, failed: 0, violations: 0 },
    { startedAt: '2026-01-02T00:00:00Z', targets: 2, passed: 0, failed: 2, violations: 1 },
  ],
  checks: [`${text} ${text}`],
  gate: { open: false, exit: 4 },
  complete: true,
});
