import { clock } from '../clock.js';
import { type Answer, createProblemWithHeaders } from '../service/http/answer.js';
import { type Circumstances, chainAnswer, type ServerControls, type World } from './world.js';

/** Requests per window, and its length in milliseconds. */
const quota = 60;
const windowMs = 1_000;
/** Offset of a wrong clock, in milliseconds. */
const clockOffsetMs = 3_600_000;

/** Worlds with a rate limit that reports when to come back. */
export const quotaWorlds: readonly World[] = [
  {
    name: 'quota-in-seconds',
    says: `At most ${quota} requests per second are allowed; Retry-After is in seconds, and RateLimit shows the remaining requests.`,
    open: (_, server) =>
      createQuota(server, { retryAfter: (ms) => String(Math.ceil(ms / 1000)), fields: createRateLimitFields }),
  },
  {
    name: 'quota-by-date',
    says: `At most ${quota} requests per second are allowed; Retry-After is a date.`,
    open: (_, server) => createQuota(server, { retryAfter: (ms) => formatDateAfter(ms) }),
  },
  {
    name: 'quota-with-a-wrong-clock',
    says: `At most ${quota} requests per second are allowed; Retry-After is a date, and the server clock is an hour ahead.`,
    open: (_, server) =>
      createQuota(server, {
        retryAfter: (ms) => formatDateAfter(ms + clockOffsetMs),
        fields: () => ({ date: new Date(clock.epochMs() + clockOffsetMs).toUTCString() }),
      }),
  },
];

interface QuotaStyle {
  /** Formats the time until the next window, in milliseconds. */
  readonly retryAfter: (ms: number) => string;
  readonly fields?: (left: number, ms: number) => Readonly<Record<string, string>>;
}

/** A date has whole seconds: it is rounded up, because the rounded-down one would be too early. */
const formatDateAfter = (ms: number): string => new Date(Math.ceil((clock.epochMs() + ms) / 1000) * 1000).toUTCString();

const createRateLimitFields = (left: number, ms: number) => ({
  'ratelimit-policy': `"default";q=${quota};w=${windowMs / 1000}`,
  ratelimit: `"default";r=${left};t=${Math.ceil(ms / 1000)}`,
});

function createQuota(server: ServerControls, { retryAfter, fields = () => ({}) }: QuotaStyle): Circumstances {
  let window = { until: 0, count: 0 };
  const telling = (answer: Answer, ms: number): Answer => ({
    ...answer,
    headers: { ...answer.headers, ...fields(Math.max(0, quota - window.count), ms) },
  });
  return {
    around(request, proceed) {
      const now = clock.now();
      if (now >= window.until) window = { until: now + windowMs, count: 0 };
      window.count += 1;
      // Floating point sums are not exact, and a whole second must not become two.
      const ms = Math.round(window.until - now);
      if (window.count <= quota) return chainAnswer(proceed(), (inner) => telling(inner, ms));
      const refusal = createProblemWithHeaders(429, `At most ${quota} requests a second.`, {
        'retry-after': retryAfter(ms),
      });
      return telling(server.finish(request, refusal), ms);
    },
  };
}
