import type { Exchange, RawExchange } from '../model/exchange.js';
import type { Json } from '../model/json.js';
import type { Cause } from '../model/result/cause.js';

/** The evidence of a violation. Exchanges default to all of the case except controls. */
export interface Grounds {
  readonly summary?: string;
  readonly expected: Json;
  readonly actual: Json;
  readonly shows?: readonly (Exchange | RawExchange)[];
}

/** The finding of a rule for one case. */
export type Finding =
  | { readonly verdict: 'held'; readonly note?: string }
  | { readonly verdict: 'violated'; readonly grounds: Grounds }
  | { readonly verdict: 'inconclusive'; readonly cause: Cause; readonly why: string };

/** The promise was kept in this case. */
export const held: Finding = Object.freeze({ verdict: 'held' });

/** The promise was kept, with a note for the report. */
export const heldWithNote = (note: string): Finding => ({ verdict: 'held', note });

/** The promise was broken: what the clause expects, and what was observed instead. */
export const violated = (grounds: Grounds): Finding => ({ verdict: 'violated', grounds });

/** The case cannot be decided. */
export const inconclusive = (cause: Cause, why: string): Finding => ({ verdict: 'inconclusive', cause, why });

/** Thrown in `when` to end a case as inconclusive when its setup failed. Never counts as a violation. */
export class InconclusiveError extends Error {
  override readonly name = 'InconclusiveError';
  constructor(
    readonly reason: Cause,
    readonly why: string,
    /** Whether a request was left out, and the case can go on with others. */
    readonly isOmitted = false,
  ) {
    super(why);
  }
}

/** Ends the case as inconclusive unless `condition` is true. Throws {@link InconclusiveError}. */
export function assume(condition: boolean, cause: Cause, why: string): asserts condition {
  if (!condition) throw new InconclusiveError(cause, why);
}
