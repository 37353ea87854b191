import { assume, clock, type Exchange, pause } from '#rule';
import type { Burst } from './_burst.js';
import { type Told, toldBy } from './_told.js';

/** Longest time that a rule waits to be let in again, in milliseconds. */
const longest = 5000;

/** Timers may go off a little early, and the service's own clock has its ticks. */
const slack = 30;

/** Waits as an answer of 429 told. Throws a Doubt where it told nothing, or a time that is too long. */
export async function waitAsTold(refused: Exchange): Promise<void> {
  const ms = spanOf(toldBy(refused));
  assume(ms !== undefined, 'no-usable-case', 'the answer of 429 tells no time to come back');
  const why = `the answer of 429 asks for ${Math.round(ms / 1000)} s, which is too long to wait`;
  assume(ms <= longest, 'no-usable-case', why);
  await pause(ms + slack);
}

/** Leaves the service as the next trial should find it: with the burst forgotten, as far as can be waited for. */
export async function calmDown({ limit, turned }: Burst): Promise<void> {
  const told = turned.map((one) => spanOf(toldBy(one)) ?? 0);
  await pause(Math.min(longest, Math.max(limit.windowMs, ...told) + slack));
}

function spanOf(told: Told): number | undefined {
  if (told === undefined || 'malformed' in told) return undefined;
  return 'waitMs' in told ? told.waitMs : Math.max(0, told.untilMs - clock.epochMs());
}
