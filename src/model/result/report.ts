import type { Json } from '../json.js';
import type { Level } from '../level.js';
import type { Permission } from '../permission.js';
import type { Fact } from '../service/operation.js';
import type { Cause } from './cause.js';

/** The six words. */
export type Verdict = 'held' | 'violated' | 'inconclusive' | 'not-applicable' | 'not-run' | 'errored';

/** One exchange as it stands on the tape: redacted, content cut to a bounded length. */
export interface RecordedExchange {
  readonly n: number;
  readonly role?: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string | readonly string[]>>;
    readonly content?: string;
  };
  readonly answer?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string | readonly string[]>>;
    readonly content?: string;
    /** Length of the content as received, in characters, when it was cut here. */
    readonly cutFrom?: number;
    readonly ms: number;
  };
  /** Why there is no answer. */
  readonly silence?: string;
}

/** What a violation rests on; shrunk, and seen again on fresh resources. */
export interface Evidence {
  readonly summary: string;
  readonly expected?: Json;
  readonly actual?: Json;
  /** The smallest drawn case that shows it. */
  readonly case?: Json;
  readonly exchanges: readonly RecordedExchange[];
  /** Numbers of control exchanges: on the tape, not needed to see the violation. */
  readonly controls?: readonly number[];
  readonly curl: readonly string[];
  readonly replay: string;
  /** fast-check seed and path that lead to the case again. */
  readonly seed?: number;
  readonly path?: string;
  /** How often it was seen again out of how many tries. */
  readonly seenAgain?: string;
}

/** The verdict of one rule on one subject. */
export interface Result {
  readonly rule: string;
  readonly clause: string;
  readonly level: Level;
  readonly family: 'convention' | 'http';
  readonly stage: 'stable' | 'provisional';
  /** What the rule promises of the service; how it was broken stands in `evidence.summary`. */
  readonly title: string;
  readonly subject: string;
  readonly verdict: Verdict;
  readonly cause?: Cause | 'permission' | 'filter' | 'need' | 'dialect' | 'kit';
  /** Why, in a sentence: for every word but held. */
  readonly why?: string;
  /** The profile key or flag that would make it decidable. */
  readonly enable?: string;
  readonly cases: number;
  /** How many of them stood at a boundary. */
  readonly corners?: number;
  readonly requests: number;
  /** Requests until the violation was first seen; the rest made it smaller, and saw it again. */
  readonly foundAfter?: number;
  readonly notes?: readonly string[];
  readonly waived?: { readonly reason: string; readonly owner?: string; readonly until?: string };
  /** The shard that it belongs to, where that is another one than this. */
  readonly shard?: number;
  readonly evidence?: Evidence;
}

/** A known failure as it was accepted, and what became of that in this run. */
export interface ReportedWaiver {
  readonly rule: string;
  readonly subject?: string;
  readonly reason: string;
  readonly owner?: string;
  readonly until?: string;
  /** `file:line:column`. */
  readonly where: string;
  /** Stale and expired ones close the gate; what an idle one is about was not seen violated, nor to hold throughout. */
  readonly standing: 'used' | 'idle' | 'stale' | 'expired';
}

/** One clause of the convention and what became of it. */
export interface ClauseCoverage {
  readonly clause: string;
  readonly sentence: string;
  readonly level: Level;
  readonly source: string;
  readonly verdict: Verdict | 'untested';
  readonly rules: readonly string[];
  readonly untested?: string;
}

/** Something the kit made and could not remove. */
export interface Leftover {
  readonly url: string;
  readonly why: string;
}

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
  /** Options that shaped the run, so that it can be repeated. */
  readonly run: {
    readonly permit: Permission;
    readonly permitFrom: 'flag' | 'profile' | 'default';
    readonly cases: number;
    readonly concurrency: number;
    readonly maxRequests: number;
    readonly maxSeconds: number;
    readonly strict: boolean;
    readonly only: readonly string[];
    readonly profile?: string;
    readonly openapi?: string;
    /** Paths of collections that the caller named. */
    readonly collections?: readonly string[];
    /** Folders with rules beside those of the kit. */
    readonly ruleFolders?: readonly string[];
    readonly baseline?: string;
    readonly demo?: {
      readonly fault?: string;
      readonly dialect?: readonly string[];
      readonly world?: readonly string[];
    };
    /** Set when only a part of the plan was tried: one of several shards. */
    readonly shard?: {
      readonly index: number;
      readonly total: number;
      /** Says which trial belongs to which shard; the same in every shard of one run. */
      readonly planDigest: string;
    };
    /** How many shards it was merged from. */
    readonly shards?: number;
    /** Set when the run ended early: interrupted, budget spent, target lost. */
    readonly endedEarly?: string;
    /** Traces of failures of the kit itself outside of any one trial. */
    readonly faults?: readonly string[];
  };
  readonly survey: {
    readonly document?: string;
    readonly collections: readonly { readonly name: string; readonly path: string; readonly facts: readonly Fact[] }[];
    readonly contradictions: readonly string[];
    readonly notes: readonly string[];
  };
  /** Choices that are not the default. */
  readonly dialects: readonly string[];
  readonly results: readonly Result[];
  /** Known failures that were accepted beforehand. */
  readonly waivers?: readonly ReportedWaiver[];
  readonly coverage: { readonly clauses: readonly ClauseCoverage[] };
  readonly leftovers: readonly Leftover[];
  readonly gate: {
    readonly open: boolean;
    readonly reasons: readonly string[];
    readonly exit: 0 | 1 | 2 | 3 | 4 | 130;
  };
  /** Always the last member: a report without it was cut off. */
  readonly complete: true;
}
