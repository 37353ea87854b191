import { type Exchange, getHeader } from '#rule';

/**
 * The time until the next request: a number of milliseconds, an instant since 1970, or an unreadable form; undefined
 * where the response has none.
 */
export type RetryTime =
  | { readonly waitMs: number }
  | { readonly untilMs: number }
  | { readonly malformed: string }
  | undefined;

/** A number of seconds above this is a time since 1970. */
const longestSpan = 1_000_000_000;

const dates =
  /^((Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, \d\d[ -][A-Z][a-z]{2}[ -]\d{2,4} \d\d:\d\d:\d\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/;

/**
 * The time in Retry-After (RFC 9110 §10.2.3), or else in a rate limit field. A date is compared with the clock of the
 * service.
 */
export function readRetryTime({ answer }: Pick<Exchange, 'answer'>): RetryTime {
  const after = getHeader(answer, 'retry-after')?.trim();
  if (after === undefined) return readReset(answer);
  if (/^\d+$/.test(after)) return { waitMs: Number(after) * 1000 };
  if (!dates.test(after)) return { malformed: `Retry-After: ${after}` };
  const now = Date.parse(getHeader(answer, 'date') ?? '');
  return Number.isNaN(now) ? { untilMs: Date.parse(after) } : { waitMs: Math.max(0, Date.parse(after) - now) };
}

/**
 * `RateLimit: "default";r=0;t=5` of the draft, its predecessor `RateLimit-Reset: 5`, and `X-RateLimit-Reset`, in
 * seconds from now or since 1970.
 */
function readReset(answer: Exchange['answer']): RetryTime {
  const told = /[;,\s](?:t|reset)=(\d+)/.exec(getHeader(answer, 'ratelimit') ?? '')?.[1];
  const reset = told ?? getHeader(answer, 'ratelimit-reset') ?? getHeader(answer, 'x-ratelimit-reset');
  if (reset === undefined) return undefined;
  if (!/^\d+(\.\d+)?$/.test(reset)) {
    const untilMs = Date.parse(reset);
    return Number.isNaN(untilMs) ? { malformed: `reset of the limit: ${reset}` } : { untilMs };
  }
  const seconds = Number(reset);
  return seconds > longestSpan ? { untilMs: seconds * 1000 } : { waitMs: seconds * 1000 };
}
