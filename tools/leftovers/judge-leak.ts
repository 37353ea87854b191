import type { Leak } from './leak.js';
import type { LeakResult } from './run-leak.js';

/** Why a statement about leftovers is wrong; undefined when it is right. */
export function judgeLeak(
  leak: Leak,
  { counted, unmarked, stated, mentions, exposed, harmed, exit, writes, complaints, signal }: LeakResult,
): string | undefined {
  const { certain, possible } = stated;
  if (exit === 4 || exit === 2) return `the command failed: ${complaints.slice(-300)}`;
  if (writes.length === 0) return `nothing was written: ${complaints.slice(-300)}`;
  if (counted < certain) return `${certain} items are stated as left, and ${counted} are`;
  if (counted > certain + possible) return `${counted} items are left, and at most ${certain + possible} are stated`;
  // An item without a marker may belong to another client, so it is never stated as certain.
  if (leak.isMarkerLost !== true && counted - unmarked > certain)
    return `${counted - unmarked} items are left with a marker, and ${certain} are stated as certain`;
  // A killed run knows less, and the lists of these services show everything.
  const isExact = leak.team !== undefined && leak.isMarkerLost !== true && signal === undefined;
  if (isExact && possible > 0) return `${possible} items are stated that may exist, and every list shows what does`;
  if (mentions !== stated.mentions) return `${mentions} entries mention the run, and ${stated.mentions} are stated`;
  if (exposed.length > 0) return `a secret is shown by ${exposed.join(', ')}`;
  if (harmed.length > 0) return `orders of others are harmed and not named: ${harmed.join(', ')}`;
  return undefined;
}
