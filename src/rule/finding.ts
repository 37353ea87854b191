import type { Exchange, RawExchange } from '../model/exchange.js';
import type { Json } from '../model/json.js';
import type { Cause } from '../model/result/cause.js';

/** What a violation rests on. Exchanges default to every one of the case that was no control. */
export interface Grounds {
  readonly summary?: string;
  readonly expected: Json;
  readonly actual: Json;
  readonly shows?: readonly (Exchange | RawExchange)[];
}

/** What a rule may say of one case. */
export type Finding =
  | { readonly verdict: 'held'; readonly note?: string }
  | { readonly verdict: 'violated'; readonly grounds: Grounds }
  | { readonly verdict: 'inconclusive'; readonly cause: Cause; readonly why: string };

/** The promise was kept in this case. */
export const held: Finding = Object.freeze({ verdict: 'held' });

/** The promise was kept, and something about it is worth a line in the report. */
export const heldWithNote = (note: string): Finding => ({ verdict: 'held', note });

/** The promise was broken: what the clause wants, and what was seen instead. */
export const violated = (grounds: Grounds): Finding => ({ verdict: 'violated', grounds });

/** The case cannot tell. */
export const inconclusive = (cause: Cause, why: string): Finding => ({ verdict: 'inconclusive', cause, why });

/** Ends a case from within `when`: the ground under the experiment is missing. Never an accusation. */
export class InconclusiveError extends Error {
  override readonly name = 'Doubt';
  constructor(
    readonly reason: Cause,
    readonly why: string,
  ) {
    super(why);
  }
}

/** Goes on only if `condition` holds; otherwise the case ends as inconclusive. Throws {@link InconclusiveError}. */
export function assume(condition: boolean, cause: Cause, why: string): asserts condition {
  if (!condition) throw new InconclusiveError(cause, why);
}
