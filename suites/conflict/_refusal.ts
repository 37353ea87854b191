import { type Dialect, type Exchange, type Finding, hasStatus, held, inconclusive, type Json, violated } from '#rule';

/** Whether an answer refuses for a conflict with the state, in the way that was chosen. */
export const isConflict = (exchange: Exchange, { conflict }: Pick<Dialect, 'conflict'>): boolean =>
  hasStatus(exchange, ...conflict);

/** Whether an answer says nothing of the conflict: it is about the caller, about preconditions and locks, or still open. */
export const isElsewhere = (exchange: Exchange): boolean =>
  hasStatus(exchange, 401, 403, 412, 423, 428, 202) || hasStatus(exchange, 1, 3);

/** A request that conflicts with the state, and what is known of it. */
export interface Conflicting {
  readonly asked: Exchange;
  /** Why it conflicts, as the reader is told. */
  readonly why: string;
  /** Whether success is known to have happened in spite of the conflict. */
  readonly isDone: boolean;
  /** Whether an equal request succeeds where nothing conflicts. */
  readonly isRight: boolean;
  /** Whether what was accepted (202) was finished, and its success then read. */
  readonly isShown?: boolean;
  readonly shows: readonly Exchange[];
  readonly actual?: Json;
}

/** 409 keeps the promise; success that is known to be one, and any other refusal of a request that is right, break it. What is accepted first may still be refused, until it is shown. */
export function judgeConflict(
  { asked, why, isDone, isRight, isShown = false, shows, actual }: Conflicting,
  dialect: Dialect,
): Finding {
  const { status } = asked.answer ?? {};
  if (isConflict(asked, dialect)) return held;
  const told = `${asked.method} was answered ${status}`;
  if (isElsewhere(asked) && !(hasStatus(asked, 202) && isShown))
    return inconclusive(hasStatus(asked, 401, 403) ? 'refused' : 'setup', told);
  const isProven = hasStatus(asked, 2) ? isDone : isRight;
  if (!isProven) return inconclusive('setup', `${told}, and it is not sure that it was right but for the conflict`);
  const expected = `${dialect.conflict.join(' or ')}, for ${why}`;
  return violated({ expected, actual: actual ?? `${asked.method} answers ${status}`, shows });
}
