import type { ClauseCoverage, Result, Verdict } from '../../model/result/report.js';
import type { TargetOwnership } from '../file/fleet.js';

/** A verdict of a clause or of a check. */
export type ClauseVerdict = ClauseCoverage['verdict'];

/** How a violation compares with earlier runs of the fleet. */
export type ViolationChange = 'new' | 'still' | 'flaky';

/** A violated rule on a subject of one target. */
export interface FleetViolation extends Pick<Result, 'rule' | 'subject' | 'clause' | 'level'> {
  readonly summary: string;
  /** Absent where no earlier run is known. */
  readonly change?: ViolationChange;
  readonly isWaived?: boolean;
}

/** A check that was violated in the run before, and held now. */
export type FixedViolation = Pick<FleetViolation, 'rule' | 'subject'>;

/** One target, and the result of its audit. */
export interface FleetTargetResult extends TargetOwnership {
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'incomplete' | 'no report';
  /** Exit code of its audit; absent if it did not end. */
  readonly exit?: number;
  /** Why there is no report, or why it failed. */
  readonly why?: string;
  /** Path of the report from the fleet report. */
  readonly report?: string;
  /** Path of its HTML page from the fleet report. */
  readonly page?: string;
  readonly baseUrl?: string;
  readonly startedAt?: string;
  readonly durationMs?: number;
  readonly requests?: number;
  /** Number of checks with each verdict. */
  readonly counts: Readonly<Partial<Record<Verdict, number>>>;
  readonly violations: readonly FleetViolation[];
  readonly fixed: readonly FixedViolation[];
  /** The verdict of each clause. */
  readonly clauses: Readonly<Record<string, ClauseVerdict>>;
  /** Items that the audit created and could not remove, or may have created. */
  readonly leftovers: number;
  /** One letter for each entry of `checks` of the report: v violated, h held, u undecided, - not checked. */
  readonly verdicts: string;
}

/** The targets of one owner or of one group together. */
export interface FleetShare {
  readonly name: string;
  readonly targets: number;
  readonly failed: number;
  readonly violations: number;
  readonly new: number;
  readonly fixed: number;
  readonly flaky: number;
}

/** One clause over all targets. */
export interface FleetClause extends Pick<ClauseCoverage, 'clause' | 'level' | 'sentence'> {
  /** Number of targets with each verdict. */
  readonly counts: Readonly<Partial<Record<ClauseVerdict, number>>>;
}

/** One run of the fleet in the trend. */
export interface FleetTrendEntry {
  readonly startedAt: string;
  readonly targets: number;
  readonly passed: number;
  readonly failed: number;
  readonly violations: number;
}

/** The record of an audit of a fleet. */
export interface FleetReport {
  readonly schema: 'https://assay.dev/schemas/fleet-report-1.json';
  readonly kit: { readonly name: 'assay'; readonly version: string };
  readonly name: string;
  readonly startedAt: string;
  readonly targets: readonly FleetTargetResult[];
  readonly clauses: readonly FleetClause[];
  readonly owners: readonly FleetShare[];
  readonly groups: readonly FleetShare[];
  /** Earlier runs and this one, the oldest first. */
  readonly trend: readonly FleetTrendEntry[];
  /** The checks, as `rule subject`, in the order of `verdicts` of the targets. */
  readonly checks: readonly string[];
  readonly gate: { readonly open: boolean; readonly exit: number };
  /** Always the last member: a report without it is incomplete. */
  readonly complete: true;
}
