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

/** A write that was accepted, and what it left. */
export interface Write {
  /** What the client ever sent for the thing. */
  readonly sent: Json;
  readonly write: Exchange;
  readonly after: Json | undefined;
  /** The same, without what is known to be bookkeeping. */
  readonly settled: Json | undefined;
}

/** Date tells whole seconds, and is told a while after the stamp was set. */
const beforeMs = 2_000;
const afterMs = 1_000;

/**
 * Whether a difference is the stamp of a write: one instant in place of another, which no client ever sent, and which is
 * the time of the write by the service's own clock, or that of another stamp beside it.
 */
export function isStamp(
  { pointer, expected, actual }: ValueDifference,
  { sent, write, after, settled }: Write,
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

/** Whether a place is one that the client wrote, or lies in what it wrote; beside its members, an object may have the service's own. */
function isSent(sent: Json | undefined, [token, ...rest]: readonly string[]): boolean {
  if (!isObject(sent)) return sent !== undefined;
  return token === undefined || (Object.hasOwn(sent, token) && isSent(sent[token], rest));
}
