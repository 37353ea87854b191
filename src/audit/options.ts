import type { Json } from '../model/json.js';
import type { AcceptedGap } from '../model/profile/accepted-gap.js';
import type { FailOn } from '../model/result/gate-policy.js';
import type { Report, Result } from '../model/result/report.js';
import type { BaselineCollection } from '../model/service/baseline.js';
import type { RuleSet } from '../rule-set/load-rule-set.js';
import type { RunInput } from '../run/run-input.js';
import type { Consent } from './consent.js';
import type { ExchangeListener } from './exchange-events.js';
import type { RunShard } from './sharding.js';

/** Options of an audit in addition to the profile. */
export interface AuditOptions {
  readonly seed: number;
  /** The rules and clauses of the profile's folders, where they are loaded already. */
  readonly ruleSet?: RuleSet;
  readonly strict?: boolean;
  /** What fails the run: values of `--fail-on`, in place of `strict` and of the profile. */
  readonly failOn?: readonly FailOn[];
  /** Ends the run after this number of violations that fail it. */
  readonly bail?: number;
  /** Paths for tape, ledger and report; by default no file is written. */
  readonly files?: { readonly tape: string; readonly ledger: string; readonly report: string };
  /** The file of an earlier run that harmed items of others, of which the user took note. */
  readonly acknowledged?: string | undefined;
  /** The folder in which what others have is kept while a run writes (XDG_STATE_HOME); the usual one of the user when absent. */
  readonly stateFolder?: string | undefined;
  /** What the run may leave unchecked without being incomplete, beside what the profile says. */
  readonly acceptedGaps?: readonly AcceptedGap[];
  readonly baseline?: string;
  readonly demo?: Report['run']['demo'];
  /** Path of one generated case of the only check that `only` selects. */
  readonly path?: string;
  /** The case of the only check that `only` selects, a passive rule, as its evidence shows it. */
  readonly case?: Json;
  /** Name of the only subject to check: this is a replay. */
  readonly subject?: string;
  /** What is checked first. */
  readonly isFirst?: TrialPriority;
  readonly shard?: RunShard | undefined;
  /** The process of the service, where it can be started again. */
  readonly process?: RunInput['process'];
  readonly signal?: AbortSignal;
  /** Called before the first write; decides whether the audit continues. */
  readonly consent?: Consent | undefined;
  /** Returns the traces of uncaught errors. */
  readonly uncaught?: () => readonly string[];
  /** Returns why the run should stop; undefined while it can continue. */
  readonly trouble?: () => string | undefined;
  /** Called when a check begins, with the number of all. */
  readonly onBegin?: ((check: Pick<Result, 'rule' | 'subject'>, of: number) => void) | undefined;
  /**
   * Receives each result as soon as no other can change it: judged and without secrets, as in the report, without its number and its
   * time. A violation that a later check may explain is therefore handed over later than others.
   */
  readonly onResult?: ((result: Result, done: number, of: number) => void) | undefined;
  /** Receives each exchange when it is sent and when it ended, redacted as on the tape. */
  readonly onExchange?: ExchangeListener;
  /** Receives the survey, as a baseline for a later audit. */
  readonly onSeen?: (collections: readonly BaselineCollection[]) => void;
}

/** Whether a rule is checked on a subject before others. */
export type TrialPriority = (rule: string, subject: string) => boolean;
