import type { Report, Result } from '../model/result/report.js';
import type { BaselineCollection } from '../model/service/baseline.js';
import type { RuleSet } from '../rule-set/load-rule-set.js';
import type { RunInput } from '../run/run.js';
import type { Consent } from './consent.js';
import type { ExchangeListener } from './exchange-events.js';
import type { RunShard } from './sharding.js';

/** What an audit needs beside the profile. */
export interface AuditOptions {
  readonly seed: number;
  /** The rules and clauses of the profile's folders, where they are loaded already. */
  readonly ruleSet?: RuleSet;
  readonly strict?: boolean;
  /** Files for tape and ledger; without them nothing is written. */
  readonly files?: { readonly tape: string; readonly ledger: string; readonly report: string };
  readonly baseline?: string;
  readonly demo?: Report['run']['demo'];
  /** Path of one case of the one trial that `only` leaves. */
  readonly path?: string;
  /** Name of the one subject to try: this is a replay. */
  readonly subject?: string;
  /** What is tried before anything else. */
  readonly isFirst?: TrialPriority;
  /** The shard to try, of several. */
  readonly shard?: RunShard | undefined;
  readonly signal?: AbortSignal;
  /** Asked before anything is written. */
  readonly consent?: Consent | undefined;
  /** Traces of what was thrown, and caught by nobody. */
  readonly strays?: () => readonly string[];
  /** Why the run should be ended in order. */
  readonly trouble?: () => string | undefined;
  readonly onBegin?: RunInput['onBegin'];
  readonly onOutcome?: RunInput['onOutcome'];
  /** Hears of each result as soon as it is known: judged and without secrets, as it will stand in the report, but for its number. */
  readonly onResult?: ((result: Result, done: number, of: number) => void) | undefined;
  /** Hears of each exchange when it is sent and when it ended, as it stands on the tape: redacted. */
  readonly onExchange?: ExchangeListener;
  /** Takes what was seen of the service, to be compared with by a later audit. */
  readonly onSeen?: (collections: readonly BaselineCollection[]) => void;
}

/** Whether a rule is to meet a subject before others do. */
export type TrialPriority = (rule: string, subject: string) => boolean;
