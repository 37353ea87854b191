import type { Exchange } from '../model/exchange.js';
import type { PassiveCheck } from './passive-check.js';

/**
 * A promise of requests about the items that they do not name. Suspected are the requests of all checks that ended while such an
 * item changed or vanished; each is repeated alone beside new items, with a control.
 */
export interface OthersPromise {
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
