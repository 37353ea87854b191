import type { FactName, Findability } from '../checker/crawl/facts-to-find.js';
import type { Design } from '../design/design.js';
import type { Mode } from './modes.js';

/** A design that is audited in a mode, as it is or with a fault. */
export interface MeasureTask {
  readonly design: Design;
  readonly mode: Mode;
  /** The name of a fault. */
  readonly fault?: string;
}

/** Whether a fact is understood as the design has it; `unknown`: the report says nothing about it. */
export type Understanding = 'right' | 'wrong' | 'unknown';

/** What the report says about one collection. */
export interface CollectionUnderstanding {
  readonly noun: string;
  readonly facts: Readonly<Record<FactName, { readonly understood: Understanding; readonly findability: Findability }>>;
}

/** An item of others that the audit wrote to. */
export interface HarmedItem {
  readonly collection: string;
  readonly id: string;
  /** `visitors`: another client created it during the audit. */
  readonly createdBy: 'others' | 'visitors';
  /** `written`: its content is what it was. */
  readonly is: 'gone' | 'changed' | 'written';
  /** Methods and paths, also of a request for another item where a fault did it; none: it is a side effect of one in the design. */
  readonly requests: readonly string[];
}

/** Created items that exist at the end, compared with those that the report names. */
export interface LeftoverComparison {
  readonly left: number;
  readonly reported: number;
  /** Addresses of items that exist and that no entry of the report stands for. */
  readonly unreported: readonly string[];
  /** Addresses in the report of items that do not exist, and of which it does not say that they may not. */
  readonly notLeft: readonly string[];
}

/** A check with the verdict `violated`. */
export interface ReportedViolation {
  readonly rule: string;
  readonly subject: string;
  readonly level: string;
  readonly family: string;
  /** Clauses as faults name them: `4.2`; a section alone stands for all its clauses. */
  readonly clauses: readonly string[];
  readonly summary: string;
  /** Whether the design, or the fault, breaks the promise of the rule. */
  readonly isConfirmed: boolean;
  /** Whether it fails the run by default, and with `--fail-on data`. */
  readonly fails: boolean;
  readonly failsOnData: boolean;
}

/** How many checks have which verdict. */
export interface CheckCounts {
  readonly held: number;
  readonly violated: number;
  readonly notApplicable: number;
  readonly errored: number;
  /** By cause. */
  readonly undecided: Readonly<Record<string, number>>;
  readonly notRun: Readonly<Record<string, number>>;
}

/** What one audit of a served design came to, as plain JSON. */
export interface Measurement {
  /** None where the service has a fault. */
  readonly understanding: readonly CollectionUnderstanding[];
  /** Lists of the report at addresses where the design has none. */
  readonly unknownLists: readonly string[];
  readonly harmed: readonly HarmedItem[];
  /** Items of others that the report says are harmed. */
  readonly reportedHarm: number;
  /** The requests after which the report says so, as `POST /orders`. */
  readonly harmRequests: readonly string[];
  readonly leftovers: LeftoverComparison;
  readonly violations: readonly ReportedViolation[];
  /** Rules with a check that held, and the clauses of each. */
  readonly held: Readonly<Record<string, readonly string[]>>;
  readonly checks: CheckCounts;
  readonly result: string;
  readonly exit: number;
  readonly exitOnData: number;
  /** An error of the kit, or of the process. */
  readonly crash?: string;
  /** The measurement did not end in time. */
  readonly stall?: true;
  readonly endedEarly?: string;
  /** Requests that the service received. */
  readonly requests: number;
  readonly milliseconds: number;
}

/** A measurement with what was measured. */
export type Measured = MeasureTask & Measurement;

/** The measurement of an audit without a report. */
export const emptyMeasurement: Measurement = {
  understanding: [],
  unknownLists: [],
  harmed: [],
  reportedHarm: 0,
  harmRequests: [],
  leftovers: { left: 0, reported: 0, unreported: [], notLeft: [] },
  violations: [],
  held: {},
  checks: { held: 0, violated: 0, notApplicable: 0, errored: 0, undecided: {}, notRun: {} },
  result: 'failed',
  exit: 4,
  exitOnData: 4,
  requests: 0,
  milliseconds: 0,
};
