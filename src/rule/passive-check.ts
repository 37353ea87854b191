import { hasStatus } from '../model/exchange.js';
import type { ObservedExchange } from '../model/observed-exchange.js';
import type { Dialect } from '../model/service/subject.js';

/** What a passive rule knows besides the exchange. */
export interface PassiveContext {
  readonly dialect: Dialect;
  /** Statuses that the document declares for any operation. */
  readonly declaredStatuses: readonly number[];
  /**
   * The members that successful responses of the same operation usually have; empty where too few are known. Undefined
   * while the run is under way.
   */
  readonly listUsualMembers?: (exchange: ObservedExchange) => readonly string[];
}

/** A judgement over single exchanges. Both functions are pure and quick: they see every exchange of a run with such a status. */
export interface PassiveCheck {
  /** Classes (4) or codes (429) of the statuses that the promise is about; every exchange when absent. */
  readonly statuses?: readonly number[];
  /** Whether the promise concerns this exchange, which has one of these statuses; it does when absent. */
  concerns?(exchange: ObservedExchange): boolean;
  /** What is wrong with an exchange that it concerns; undefined where nothing is. */
  findFlaw(exchange: ObservedExchange, context: PassiveContext): string | undefined;
  /** What the clause expects instead. */
  readonly expected: string;
  /** Whether it reads the content of a response: recorded ones without their whole content are not judged. */
  readonly readsContent?: true;
  /**
   * Whether only a request that fails each time breaks the promise. It is then repeated more often, between requests
   * that must succeed.
   */
  readonly isOnlyIfRepeated?: boolean;
  /**
   * Whether only a request breaks the promise that was under way when the service stopped accepting connections, and
   * that stops it again each time when nothing else is under way.
   */
  readonly isAboutOutages?: boolean;
  /**
   * Whether the promise is about what a refused request left behind. It then concerns the refused requests whose items were
   * read afterwards, and a flaw is one of their effects.
   */
  readonly isAboutEffects?: boolean;
  /**
   * Whether the promise is about items that a request does not name. It then concerns the requests that ended while such an item
   * changed or vanished. Each of them is only a suspect: a flaw is what it does again to new items when nothing else is under
   * way, and what does not happen without it.
   */
  readonly isAboutOthers?: boolean;
  /** Clauses of other rules about the same: their violations by the same operation and status explain a flaw. */
  readonly sharedClauses?: readonly string[];
}

/** Whether the promise of a check is about exchanges with this response, or with none. */
export const isAboutStatus = ({ statuses }: PassiveCheck, answer: ObservedExchange['answer']): boolean =>
  statuses === undefined || hasStatus({ answer }, ...statuses);

/** What is wrong with an exchange; undefined where nothing is, and null where the promise does not concern it. */
export function checkExchange(check: PassiveCheck, exchange: ObservedExchange, context: PassiveContext) {
  const isConcerned = isAboutStatus(check, exchange.answer) && check.concerns?.(exchange) !== false;
  return isConcerned ? check.findFlaw(exchange, context) : null;
}
