import { assume, clock, type Exchange, pause } from '#rule';
import type { Burst } from './_burst.js';
import { type RetryTime, readRetryTime } from './_retry-after.js';

/** The longest time that a rule waits for a limit to end, in milliseconds. */
const longest = 5000;

/** Timers may fire a little early, and the clock of the service has a resolution. */
const slack = 30;

/** Waits as a 429 response says. Throws InconclusiveError where it has no time, or one that is too long. */
export async function waitAsAnnounced(refused: Exchange): Promise<void> {
  const ms = computeWait(readRetryTime(refused));
  assume(ms !== undefined, 'no-usable-case', 'the 429 response does not say how long to wait');
  const why = `the 429 response asks to wait ${Math.round(ms / 1000)} s, which is too long`;
  assume(ms <= longest, 'no-usable-case', why);
  await pause(ms + slack);
}

/** Waits until the burst no longer counts, as far as that time is acceptable, so that the next check starts unlimited. */
export async function waitForReset({ limit, turned }: Burst): Promise<void> {
  const told = turned.map((one) => computeWait(readRetryTime(one)) ?? 0);
  await pause(Math.min(longest, Math.max(limit.windowMs, ...told) + slack));
}

function computeWait(told: RetryTime): number | undefined {
  if (told === undefined || 'malformed' in told) return undefined;
  return 'waitMs' in told ? told.waitMs : Math.max(0, told.untilMs - clock.epochMs());
}
