import type { Json } from '../json.js';
import type { Permission } from '../permission.js';
import type { AcceptedGap } from '../profile/accepted-gap.js';
import type { Waiver } from '../profile/waiver.js';
import type { RecordedExchange } from '../recorded-exchange.js';
import type { Fact } from '../service/operation.js';
import type { Omission } from '../service/survey.js';
import type { Cause, UndecidedCases } from './cause.js';
import type { Clause, Family, Level } from './clause.js';
import type { Gate } from './gate.js';
import type { HarmedItem } from './harm.js';
import type { LeftoverExtent } from './leftover.js';
import type { OperationCoverage } from './operation-coverage.js';
import type { Reach } from './reach.js';
import type { SuiteRequests } from './request-split.js';
import type { TrafficSummary } from './traffic-summary.js';

export type { RecordedExchange } from '../recorded-exchange.js';

/** The six verdicts. */
export type Verdict = 'held' | 'violated' | 'inconclusive' | 'not-applicable' | 'not-run' | 'errored';

/** The evidence of a violation, shrunk and reproduced on new items; or what recorded traffic shows of one. */
export interface Evidence {
  readonly summary: string;
  readonly expected?: Json;
  readonly actual?: Json;
  /** The smallest generated case that shows it. */
  readonly case?: Json;
  readonly exchanges: readonly RecordedExchange[];
  /** Numbers of comparison requests: on the tape, not needed for the evidence. */
  readonly controls?: readonly number[];
  readonly curl: readonly string[];
  readonly replay: string;
  /** fast-check seed and path to reproduce the case. */
  readonly seed?: number;
  readonly path?: string;
  /** Number of reproductions out of attempts. */
  readonly seenAgain?: string;
  /** False for recorded traffic, which is never sent again. */
  readonly reproduced?: false;
}

/** The verdict of one rule on one subject. */
export interface Result {
  readonly rule: string;
  readonly clause: string;
  readonly level: Level;
  readonly family: Family;
  readonly stage: 'stable' | 'provisional';
  /** The promise of the rule; the violation is described in `evidence.summary`. */
  readonly title: string;
  readonly subject: string;
  readonly verdict: Verdict;
  /** Number of a violation in all formats and commands: those that fail the run come first. */
  readonly number?: number;
  /** The effect of the rule where the profile declares it; of `off`, there is no result. */
  readonly severity?: 'warn' | 'error';
  readonly cause?: Cause | 'permission' | 'filter' | 'need' | 'dialect' | 'kit';
  /** The reason in one sentence; absent for held. */
  readonly why?: string;
  /** The profile key or flag that would make it decidable. */
  readonly enable?: string;
  /** Number of decided cases; `undecided` counts the others that were tried. */
  readonly cases: number;
  /** Cases that were tried and could not be decided, by reason. */
  readonly undecided?: readonly UndecidedCases[];
  /** Number of boundary cases. */
  readonly corners?: number;
  readonly requests: number;
  /** How long the service took for these requests together, in milliseconds; absent without a request. */
  readonly ms?: number;
  /** Requests until the first violation; the others were for shrinking and reproducing it. */
  readonly foundAfter?: number;
  readonly notes?: readonly string[];
  readonly waived?: Pick<Waiver, 'reason' | 'owner' | 'until'>;
  /** The shard of the trial, if it is another one. */
  readonly shard?: number;
  readonly evidence?: Evidence;
}

/** A known failure, and its status in this run; `where` is `file:line:column`. */
export interface ReportedWaiver extends Waiver {
  /** Stale and expired ones fail the gate; the rule of an idle one was neither violated nor held throughout. */
  readonly standing: 'used' | 'idle' | 'stale' | 'expired';
}

/** One clause of the convention, and its result. */
export interface ClauseCoverage extends Pick<Clause, 'clause' | 'sentence' | 'level' | 'source' | 'untested' | 'fix'> {
  readonly verdict: Verdict | 'untested';
  readonly rules: readonly string[];
  /** Why the clause matters. */
  readonly why?: string;
}

/** What the run created and could not remove, or may have created. */
export interface Leftover extends LeftoverExtent {
  readonly url: string;
  readonly why: string;
}

/** Maximum number of shards of a run: more than any pipeline starts. */
export const maxShards = 1000;

/** The record of an audit. Every other format is a view of it. */
export interface Report {
  readonly schema: 'https://assay.dev/schemas/report-1.json';
  readonly kit: { readonly name: 'assay'; readonly version: string };
  readonly target: {
    readonly name: string;
    readonly baseUrl: string;
    readonly version?: string;
    readonly contact?: string;
  };
  readonly seed: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly requests: number;
  /** The requests by suite and purpose; absent in reports of earlier versions. */
  readonly requestsBySuite?: readonly SuiteRequests[];
  /** Options of the run, so that it can be repeated. */
  readonly run: {
    readonly permit: Permission;
    readonly permitFrom: 'flag' | 'profile' | 'default';
    readonly cases: number;
    readonly concurrency: number;
    readonly maxRequests: number;
    readonly maxSeconds: number;
    readonly strict: boolean;
    /** What fails the run; absent if `strict` says it. */
    readonly failOn?: readonly string[];
    readonly only: readonly string[];
    /** Whether only the rules of a quick run were checked, with few cases. */
    readonly quick?: boolean;
    readonly except?: readonly string[];
    readonly profile?: string;
    readonly openapi?: string;
    /** Paths of collections that the user named. */
    readonly collections?: readonly string[];
    /** Whether paths and bodies that nothing describes were guessed. */
    readonly guess?: boolean;
    readonly ruleFolders?: readonly string[];
    readonly baseline?: string;
    readonly demo?: {
      readonly fault?: string;
      readonly dialect?: readonly string[];
      readonly world?: readonly string[];
    };
    /** Set when only one of several shards was run. */
    readonly shard?: {
      readonly index: number;
      readonly total: number;
      /** Identifies the assignment of trials to shards; equal in every shard of one run. */
      readonly planDigest: string;
    };
    /** What the run may leave unchecked without being incomplete. */
    readonly acceptedGaps?: readonly AcceptedGap[];
    /** Number of merged shards. */
    readonly shards?: number;
    /** Set when the run ended early: interrupted, budget spent, service lost. */
    readonly endedEarly?: string;
    /** The request that was under way when the service stopped for good, as a curl command; the likeliest one of several. */
    readonly stoppedBy?: string;
    /** Traces of errors of the kit outside of a single trial. */
    readonly faults?: readonly string[];
  };
  readonly survey: SurveySummary;
  /** What was recorded and judged; absent where requests were sent. */
  readonly traffic?: TrafficSummary;
  /** Dialects that differ from the default. */
  readonly dialects: readonly string[];
  readonly results: readonly Result[];
  /** Known failures that were accepted. */
  readonly waivers?: readonly ReportedWaiver[];
  /** How much was decided; absent in reports of earlier versions. */
  readonly reach?: Reach;
  readonly coverage: {
    readonly clauses: readonly ClauseCoverage[];
    /** Every operation of the service; absent in reports of earlier versions. */
    readonly operations?: readonly OperationCoverage[];
  };
  readonly leftovers: readonly Leftover[];
  /** Items of others that are gone or changed by the run; absent where there are none. */
  readonly harm?: readonly HarmedItem[];
  readonly gate: Gate;
  /** Always the last member: a report without it is incomplete. */
  readonly complete: true;
}

/** What was known about the service before the first check. */
interface SurveySummary {
  readonly document?: string;
  readonly collections: readonly { readonly name: string; readonly path: string; readonly facts: readonly Fact[] }[];
  readonly contradictions: readonly string[];
  readonly notes: readonly string[];
  /** What was found and is not used; absent where there is nothing, and in reports of earlier versions. */
  readonly omissions?: readonly Omission[];
}
