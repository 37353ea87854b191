import type { Leak } from './leak.js';
import type { LeakResult } from './run-leak.js';

/** Why a statement about leftovers is wrong; undefined when it is right. */
export function judgeLeak(
  leak: Leak,
  { counted, unmarked, stated, harmed, exit, writes, complaints }: LeakResult,
): string | undefined {
  const { certain, possible } = stated;
  if (exit === 4 || exit === 2) return `the command failed: ${complaints.slice(-300)}`;
  if (writes.length === 0) return `nothing was written: ${complaints.slice(-300)}`;
  if (counted < certain) return `${certain} items are stated as left, and ${counted} are`;
  if (counted > certain + possible) return `${counted} items are left, and at most ${certain + possible} are stated`;
  // An item without a marker may belong to another client, so it is never stated as certain.
  if (leak.isMarkerLost !== true && counted - unmarked > certain)
    return `${counted - unmarked} items are left with a marker, and ${certain} are stated as certain`;
  if (harmed.length > 0) return `orders of others are harmed and not named: ${harmed.join(', ')}`;
  return undefined;
}
