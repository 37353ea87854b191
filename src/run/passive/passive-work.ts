import type { Outcome } from '../../model/result/outcome.js';
import type { Trial } from '../../model/result/plan.js';
import type { PassiveCheck, PassiveContext } from '../../rule/passive-check.js';
import type { Rule } from '../../rule/rule.js';
import type { RunContext } from '../run-context.js';
import type { ExchangeLog } from './exchange-log.js';
import type { FindRoute } from './route-table.js';

/** What passive rules are judged with. */
export interface JudgeExchangesOptions {
  readonly log: ExchangeLog;
  /** The outcomes of all other trials. */
  readonly outcomes: readonly Outcome[];
  /** Path templates of addresses that belong to no collection. */
  readonly templates?: readonly string[];
}

/** A passive rule that is being judged. */
export interface PassiveWork extends JudgeExchangesOptions {
  readonly trial: Trial;
  readonly rule: Rule;
  readonly check: PassiveCheck;
  readonly site: RunContext;
  readonly passive: PassiveContext;
  readonly findRoute: FindRoute;
  /** Number of requests before. */
  readonly begunAt: number;
}
