import type { Level } from '../model/level.js';
import type { Permission } from '../model/permission.js';
import type { Finding } from './finding.js';
import type { Need } from './needs/need.js';
import type { JudgingTools, Tools } from './tools.js';
import type { Bodies } from './values/bodies.js';
import type { Arbitrary } from './values/generators.js';

/** A promise of the convention as an experiment. `C` is the type of generated values, `S` of observations. */
export interface Rule<C = unknown, S = unknown> {
  readonly clause: string;
  readonly level: Level;
  /** 'http': a requirement of an RFC that the convention does not contain; never gates by default. */
  readonly family: 'convention' | 'http';
  readonly per: 'collection' | 'action' | 'service';
  readonly title: string;
  /** The title for a violation. */
  readonly otherwise: string;
  readonly since: string;
  /** 'provisional' never gates. */
  readonly stage: 'stable' | 'provisional';
  readonly touches: Permission;
  /** What other trials of the run must leave unchanged while a case runs. */
  readonly watches: 'item' | 'collection' | 'service';
  /** Whether all reads must reach the service, because a cached response says nothing about this promise. */
  readonly isPastCaches?: boolean;
  readonly needs: readonly Need[];
  /** Ids of rules that must not be violated for this one to be decided. */
  readonly assumes?: readonly string[];
  /** Number of cases in a run of 10; scales with the run's number of cases. 10 when absent. */
  readonly cases?: number;
  given(bodies: Bodies): Arbitrary<C>;
  when(drawn: C, tools: Tools): Promise<S>;
  /** Pure: judges only what was observed. */
  then(seen: S, judging: JudgingTools): Finding;
  readonly proof: { readonly violatedBy: readonly string[]; readonly silentIn: readonly string[] };
}

/** Declares a rule; the types flow from `given` to `when` to `then`. */
export const defineRule = <C, S>(declared: Rule<C, S>): Rule<C, S> => Object.freeze(declared);

/** A rule with its id: the path of its file under `suites/`. */
export interface NamedRule {
  readonly id: string;
  readonly rule: Rule;
}
