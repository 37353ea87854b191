import { type Dialect, type Exchange, type Finding, hasStatus, held, inconclusive, type Json, violated } from '#rule';

/** Whether a response refuses a conflict with one of the accepted statuses. */
export const isConflict = (exchange: Exchange, { conflict }: Pick<Dialect, 'conflict'>): boolean =>
  hasStatus(exchange, ...conflict);

/** Whether a response does not concern the conflict: it concerns the caller, conditions or locks, or the outcome is open. */
export const isUnrelatedToConflict = (exchange: Exchange): boolean =>
  hasStatus(exchange, 401, 403, 412, 423, 428, 202) || hasStatus(exchange, 1, 3);

/** A request that conflicts with the state, and its outcome. */
export interface ConflictingRequest {
  readonly asked: Exchange;
  /** Why it conflicts, for the report. */
  readonly why: string;
  /** Whether the request demonstrably succeeded in spite of the conflict. */
  readonly isDone: boolean;
  /** Whether an equal request succeeds where nothing conflicts. */
  readonly isRight: boolean;
  /** Whether an accepted request (202) has finished, and its success was read. */
  readonly isShown?: boolean;
  readonly shows: readonly Exchange[];
  readonly actual?: Json;
}

/**
 * 409 keeps the promise. A proven success, or another refusal of an otherwise valid request, breaks it. A request
 * that was accepted with 202 may still be refused.
 */
export function judgeConflict(
  { asked, why, isDone, isRight, isShown = false, shows, actual }: ConflictingRequest,
  dialect: Dialect,
): Finding {
  const { status } = asked.answer ?? {};
  if (isConflict(asked, dialect)) return held;
  const told = `${asked.method} returned ${status}`;
  if (isUnrelatedToConflict(asked) && !(hasStatus(asked, 202) && isShown))
    return inconclusive(hasStatus(asked, 401, 403) ? 'refused' : 'setup', told);
  const isProven = hasStatus(asked, 2) ? isDone : isRight;
  if (!isProven) return inconclusive('setup', `${told}, and the request may be invalid apart from the conflict`);
  const expected = `${dialect.conflict.join(' or ')}, because ${why}`;
  return violated({ expected, actual: actual ?? `${asked.method} returned ${status}`, shows });
}
