import {
  type Exchange,
  getHeader,
  hasStatus,
  isObject,
  type Json,
  listLeaves,
  parseInstant,
  parsePointer,
  type ValueDifference,
} from '#rule';

/** A write that was accepted, and its effect. */
export interface AcceptedWrite {
  /** Everything that a client sent for the item. */
  readonly sent: Json;
  readonly write: Exchange;
  readonly after: Json | undefined;
  /** The same, without known bookkeeping members. */
  readonly settled: Json | undefined;
}

/** The Date field has whole seconds, and is set some time after the timestamp of the write. */
const beforeMs = 2_000;
const afterMs = 1_000;

/**
 * Whether a difference is the timestamp of a write: one instant replaces another, no client ever sent it, and it is
 * the time of the write by the clock of the service, or equals another timestamp beside it.
 */
export function isWriteTimestamp(
  { pointer, expected, actual }: ValueDifference,
  { sent, write, after, settled }: AcceptedWrite,
): boolean {
  const [was, is] = [parseInstant(expected), parseInstant(actual)];
  if (was === undefined || is === undefined || !hasStatus(write, 2) || isSent(sent, parsePointer(pointer)))
    return false;
  const told = Date.parse(getHeader(write.answer, 'date') ?? '');
  if (is >= told - beforeMs && is <= told + afterMs) return true;
  const kept = listLeaves(settled);
  const stamps = [...listLeaves(after)].flatMap(([place, value]) =>
    kept.has(place) ? [] : (parseInstant(value) ?? []),
  );
  return stamps.some((stamp) => Math.abs(stamp - is) <= afterMs);
}

/**
 * Whether a pointer is a member that the client wrote, or lies in one; an object may have members of the service
 * beside those of the client.
 */
function isSent(sent: Json | undefined, [token, ...rest]: readonly string[]): boolean {
  if (!isObject(sent)) return sent !== undefined;
  return token === undefined || (Object.hasOwn(sent, token) && isSent(sent[token], rest));
}
