import type { Exchange } from '../model/exchange.js';
import type { Permission } from '../model/permission.js';
import type { Family, Level } from '../model/result/clause.js';
import type { OperationRole } from '../model/service/operation.js';
import type { Subject } from '../model/service/subject.js';
import type { Finding } from './finding.js';
import type { Monitor } from './monitor.js';
import type { Need } from './needs/need.js';
import type { PassiveCheck } from './passive-check.js';
import type { JudgingTools, Tools } from './tools.js';
import type { Bodies } from './values/bodies.js';
import { type Arbitrary, oneOf } from './values/generators.js';

/** A promise of the convention as an experiment, as its file declares it. `C` is the type of generated values, `S` of observations. */
export interface DeclaredRule<C = unknown, S = unknown> {
  readonly clause: string;
  /** That of the clause when absent. */
  readonly level?: Level;
  /**
   * 'http': a requirement of an RFC that the convention does not contain; 'document': a promise of the service's own
   * OpenAPI document. Neither gates by default. That of the clause when absent.
   */
  readonly family?: Family;
  readonly per: Subject['kind'];
  readonly title: string;
  /** The title for a violation. */
  readonly otherwise: string;
  readonly since: string;
  /** 'provisional' never fails a run. */
  readonly stage: 'stable' | 'provisional';
  /** Which correct service may look like a violation, and has not been ruled out: a rule with a doubt is provisional. */
  readonly doubt?: string;
  readonly touches: Permission;
  /**
   * What other trials of the run must leave unchanged while a case runs: its items; its entries of the list, in which only a
   * few others may come and go; the list, from the first read of a case until it writes or ends; or everything in the
   * collection or the service.
   */
  readonly watches: 'item' | 'entries' | 'list' | 'collection' | 'service';
  /** Whether a case fills the list with so many items that no case of another rule may read it, unless that fills it, too. */
  readonly fillsList?: boolean;
  /**
   * Whether nothing of the service changes by what a case sends after it has created its items. Such rules run side by side; where
   * one of them saw a change, each of them runs again alone.
   */
  readonly expectsNoEffect?: boolean;
  /**
   * How many of its items a case may take from earlier cases where items stay and no more are created: it judges no list, and no
   * content that they should have. 0 when absent.
   */
  readonly reusedItems?: number;
  /**
   * Which items of earlier cases it can use where it compares items with what created them: the first GET of each is the one of then,
   * or only those to which nothing was written since.
   */
  readonly judgesCreations?: 'as first read' | 'as they are';
  /** Whether all reads must reach the service, because a cached response says nothing about this promise. */
  readonly isPastCaches?: boolean;
  /**
   * Whether the time between a write and a read is judged: then reads follow writes at once, also when a violation is reproduced. Only
   * for promises with a declared time.
   */
  readonly isPrompt?: boolean;
  /**
   * Whether one violation of the clause stands for all: a service that lacks the function lacks it everywhere. The others
   * are inconclusive until it is fixed.
   */
  readonly isReportedOnce?: boolean;
  readonly needs: readonly Need[];
  /** Ids of rules that must not be violated for this one to be decided. */
  readonly assumes?: readonly string[];
  /** The same promise at operations that no collection covers, as an experiment of its own. */
  readonly elsewhere?: DeclaredRule;
  /**
   * Rules that check the same on the collection of an operation with this role: where one of them is planned, this one is
   * not.
   */
  readonly yieldsTo?: { readonly [Role in OperationRole]?: readonly string[] };
  /** Number of cases in a run of 10; scales with the run's number of cases. 10 when absent. */
  readonly cases?: number;
  given(bodies: Bodies): Arbitrary<C>;
  when(drawn: C, tools: Tools): Promise<S>;
  /** Pure: judges only what was observed. */
  then(seen: S, judging: JudgingTools): Finding;
  /**
   * A judgement over every exchange of a run, whichever check sent it; in addition to the cases of the rule, or in place of
   * them.
   */
  readonly observes?: PassiveCheck;
  /** The same promise over recorded traffic, in place of `observes`. */
  readonly monitor?: Monitor;
  /** Whether the rule only observes, and has no cases of its own. */
  readonly isPassive?: true;
  /**
   * The valid variants of the demo service that look most like a violation, and are none. The faults of the demo service
   * name the rules that they violate.
   */
  readonly silentIn: readonly string[];
}

/** What `defineRule` takes: a rule without what most rules have, and with what becomes a judgement over single exchanges. */
interface RuleParts<C, S>
  extends Omit<DeclaredRule<C, S>, 'per' | 'since' | 'stage' | 'watches' | 'given' | 'elsewhere'> {
  /** 'collection' when absent. */
  readonly per?: DeclaredRule['per'];
  /** The version with which the rule came; '0.1' when absent. */
  readonly since?: string;
  /** 'item' when absent. */
  readonly watches?: DeclaredRule['watches'];
  /** When absent, nothing is generated, and there is one case. */
  given?(bodies: Bodies): Arbitrary<C>;
  /**
   * Requests of all checks that must keep the items which they do not name, in addition to the cases of the rule.
   *
   * @example
   * keepsOthers: { by: ({ method }) => method === 'DELETE' }
   */
  readonly keepsOthers?: OthersPromise;
}

/** What a rule says of its experiment at operations. It only reads, has one case, and watches the list unless it says otherwise. */
interface ElsewhereParts<D, T>
  extends Pick<DeclaredRule<D, T>, 'needs' | 'yieldsTo' | 'when' | 'then'>,
    Partial<Pick<DeclaredRule<D, T>, 'assumes' | 'watches' | 'given'>> {}

/** The version that came with a rule which does not say another. */
export const firstVersion = '0.1';

/** A rule about which a doubt is open is only reported. */
export const findStage = ({ doubt }: Pick<DeclaredRule, 'doubt'>): DeclaredRule['stage'] =>
  doubt === undefined ? 'stable' : 'provisional';

/** Declares a rule; the types flow from `given` to `when` to `then`. */
export function defineRule<C, S, D, T>({
  keepsOthers,
  elsewhere,
  ...declared
}: RuleParts<C, S> & { readonly elsewhere?: ElsewhereParts<D, T> }): DeclaredRule<C, S> & {
  readonly elsewhere?: DeclaredRule<D, T>;
} {
  const given = <N>() => oneOf(null as N);
  const usual = {
    per: 'collection',
    since: firstVersion,
    stage: findStage(declared),
    watches: 'item',
    ...(declared.given === undefined && { cases: 1 }),
  } as const;
  const atOperations = { per: 'operation', touches: 'reads', watches: 'list', cases: 1, assumes: [] } as const;
  return Object.freeze({
    ...usual,
    given: given<C>,
    ...declared,
    ...(keepsOthers && { observes: observeOthers(keepsOthers) }),
    ...(elsewhere && { elsewhere: { ...usual, ...declared, ...atOperations, given: given<D>, ...elsewhere } }),
  });
}

/** A rule with the level and family of its clause, unless it has its own. */
export interface Rule<C = unknown, S = unknown> extends DeclaredRule<C, S> {
  readonly level: Level;
  readonly family: Family;
  readonly elsewhere?: Rule;
}

/** Ids of the rules that a rule assumes, wherever it is checked. */
export const listAssumedRules = ({ assumes = [], elsewhere }: DeclaredRule): readonly string[] => [
  ...new Set([...assumes, ...(elsewhere?.assumes ?? [])]),
];

/** A rule with its id: the path of its file under `suites/`. */
export interface NamedRule<R extends DeclaredRule = Rule> {
  readonly id: string;
  readonly rule: R;
}

/**
 * A promise of requests about the items that they do not name. Suspected are the requests of all checks that ended while such an
 * item changed or vanished; each is repeated alone beside new items, with a control.
 */
interface OthersPromise {
  /** Selects the requests. */
  by(exchange: Exchange): boolean;
  /** Clauses of other rules about the same requests: their violations explain what a request did. */
  readonly sharedClauses?: readonly string[];
}

/** The judgement over single exchanges for such a promise. */
export const observeOthers = ({ by, sharedClauses = [] }: OthersPromise): PassiveCheck => ({
  concerns: (exchange) => exchange.outside !== undefined && by(exchange),
  findFlaw: ({ method, answer, outside }) => {
    if (outside === undefined) return undefined;
    const sent = `after ${method}, which returned ${answer?.status ?? 'nothing'},`;
    if (outside.kind === 'removed') return `${sent} another item of ${outside.collection} is gone`;
    return `${sent} another item of ${outside.collection} has other values: ${JSON.stringify(outside.after)}`;
  },
  expected: 'items that the request does not name stay as they were',
  isAboutOthers: true,
  sharedClauses,
});
