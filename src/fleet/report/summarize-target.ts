import { countLeftovers } from '../../model/result/leftover.js';
import type { ClauseCoverage, Report, Result, Verdict } from '../../model/result/report.js';
import { countBy } from '../../model/values/group-by.js';
import type { FleetTargetResult } from './fleet-report.js';

/** What a fleet knows about the audit of a target beside its report. */
export type TargetFacts = Pick<
  FleetTargetResult,
  'name' | 'group' | 'owner' | 'labels' | 'exit' | 'startedAt' | 'durationMs'
>;

/** What the fleet report needs of one report: so that all reports need not be in memory at the same time. */
export interface TargetSummary {
  readonly result: Omit<FleetTargetResult, 'verdicts' | 'fixed'>;
  /** One letter by check: v violated, h held, u undecided. */
  readonly letters: ReadonlyMap<string, string>;
  readonly coverage: readonly Pick<ClauseCoverage, 'clause' | 'level' | 'sentence' | 'verdict'>[];
}

/** Reduces the report of a target; the paths lead to its files from the fleet report. */
export function summarizeTarget(
  facts: TargetFacts,
  report: Report,
  files: Pick<FleetTargetResult, 'report' | 'page'>,
): TargetSummary {
  const { target, gate, results, coverage, startedAt, durationMs, requests, leftovers } = report;
  const { certain, possible } = countLeftovers(leftovers);
  const owner = facts.owner ?? target.contact;
  return {
    result: {
      ...facts,
      owner,
      status: gate.open ? 'passed' : gate.exit === 5 ? 'incomplete' : 'failed',
      exit: facts.exit ?? gate.exit,
      why: gate.open ? undefined : gate.reasons[0],
      ...files,
      baseUrl: target.baseUrl,
      startedAt,
      durationMs,
      requests,
      counts: Object.fromEntries(countBy(results, ({ verdict }) => verdict)),
      violations: results.filter(({ verdict }) => verdict === 'violated').map(pickViolation),
      clauses: Object.fromEntries(coverage.clauses.map(({ clause, verdict }) => [clause, verdict])),
      leftovers: certain + possible,
    },
    letters: new Map(results.flatMap((result) => toLetter(result))),
    coverage: coverage.clauses.map(({ clause, level, sentence, verdict }) => ({ clause, level, sentence, verdict })),
  };
}

/** A target without a report. */
export const summarizeMissing = (facts: TargetFacts, why: string): TargetSummary => ({
  result: { ...facts, status: 'no report', why, counts: {}, violations: [], clauses: {}, leftovers: 0 },
  letters: new Map(),
  coverage: [],
});

const pickViolation = ({ rule, subject, clause, level, evidence, title, waived }: Result) => ({
  rule,
  subject,
  clause,
  level,
  summary: evidence?.summary ?? title,
  isWaived: waived ? true : undefined,
});

const letters: Readonly<Partial<Record<Verdict, string>>> = {
  violated: 'v',
  held: 'h',
  inconclusive: 'u',
  errored: 'u',
};

function toLetter({ rule, subject, verdict }: Result): [string, string][] {
  const letter = letters[verdict];
  return letter === undefined ? [] : [[`${rule} ${subject}`, letter]];
}
