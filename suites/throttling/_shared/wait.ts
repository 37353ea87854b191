import { assume, type Exchange, http } from '#rule';
import type { Burst } from './burst.js';

/** The time until the next request: milliseconds, an instant since 1970, or an unreadable form. */
export type RetryTime =
  | { readonly waitMs: number }
  | { readonly untilMs: number }
  | { readonly malformed: string }
  | undefined;

/** A number of seconds above this is a time since 1970. */
const longestSpan = 1_000_000_000;

const dates =
  /^((Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, \d\d[ -][A-Z][a-z]{2}[ -]\d{2,4} \d\d:\d\d:\d\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

/** The time in Retry-After (RFC 9110 §10.2.3), or else in a rate limit field, by the clock of the service. */
export function readRetryTime({ answer }: Pick<Exchange, 'answer'>): RetryTime {
  const after = http.getHeader(answer, 'retry-after')?.trim();
  if (after === undefined) return readReset(answer);
  if (/^\d+$/.test(after)) return { waitMs: Number(after) * 1000 };
  if (!dates.test(after)) return { malformed: `Retry-After: ${after}` };
  const now = Date.parse(http.getHeader(answer, 'date') ?? '');
  return Number.isNaN(now) ? { untilMs: Date.parse(after) } : { waitMs: Math.max(0, Date.parse(after) - now) };
}

/** `RateLimit: "default";r=0;t=5` of the draft, `RateLimit-Reset: 5` and `X-RateLimit-Reset`, in seconds. */
function readReset(answer: Exchange['answer']): RetryTime {
  const told = /[;,\s](?:t|reset)=(\d+)/.exec(http.getHeader(answer, 'ratelimit') ?? '')?.[1];
  const reset = told ?? http.getHeader(answer, 'ratelimit-reset') ?? http.getHeader(answer, 'x-ratelimit-reset');
  if (reset === undefined) return undefined;
  if (!/^\d+(\.\d+)?$/.test(reset)) {
    const untilMs = Date.parse(reset);
    return Number.isNaN(untilMs) ? { malformed: `reset of the limit: ${reset}` } : { untilMs };
  }
  const seconds = Number(reset);
  return seconds > longestSpan ? { untilMs: seconds * 1000 } : { waitMs: seconds * 1000 };
}

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
  await http.pause(ms + slack);
}

/** Waits until the burst no longer counts, as far as that time is acceptable, so that the next check starts unlimited. */
export async function waitForReset({ limit, turned }: Burst): Promise<void> {
  const told = turned.map((one) => computeWait(readRetryTime(one)) ?? 0);
  await http.pause(Math.min(longest, Math.max(limit.windowMs, ...told) + slack));
}

function computeWait(told: RetryTime): number | undefined {
  if (told === undefined || 'malformed' in told) return undefined;
  return 'waitMs' in told ? told.waitMs : Math.max(0, told.untilMs - http.clock.epochMs());
}
