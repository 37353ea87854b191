import { clock } from '../clock.js';
import { type Answer, problemWith } from '../service/http/answer.js';
import { type Circumstances, type Stage, type World, whenAnswered } from './world.js';

/** Requests of a window, and its length in milliseconds. */
const quota = 60;
const windowMs = 1_000;
/** How far a clock is off, in milliseconds. */
const offMs = 3_600_000;

/** Worlds in which there may be so many requests and no more, and those who send more are told when to come back. */
export const quotaWorlds: readonly World[] = [
  {
    name: 'quota-in-seconds',
    says: `${quota} requests may be sent in a second; Retry-After says seconds, and RateLimit what is left.`,
    open: () => limited({ retryAfter: (ms) => String(Math.ceil(ms / 1000)), fields: rateLimitFields }),
  },
  {
    name: 'quota-by-date',
    says: `${quota} requests may be sent in a second; Retry-After says a date.`,
    open: () => limited({ retryAfter: (ms) => dateAfter(ms) }),
  },
  {
    name: 'quota-by-a-clock-that-is-off',
    says: `${quota} requests may be sent in a second; Retry-After says a date, and the clock of the service is an hour ahead.`,
    open: () => limited({ retryAfter: (ms) => dateAfter(ms + offMs), fields: () => ({ date: dateBefore(offMs) }) }),
  },
];

interface Manner {
  /** Says in how many milliseconds the next window begins. */
  readonly retryAfter: (ms: number) => string;
  /** What every answer tells beside. */
  readonly fields?: (left: number, ms: number) => Readonly<Record<string, string>>;
}

/** A date has whole seconds only: the next one is the first that is safe, and the one before is what a clock shows. */
const dateAfter = (ms: number): string => new Date(Math.ceil((clock.epochMs() + ms) / 1000) * 1000).toUTCString();
const dateBefore = (ms: number): string => new Date(clock.epochMs() + ms).toUTCString();

const rateLimitFields = (left: number, ms: number) => ({
  'ratelimit-policy': `"default";q=${quota};w=${windowMs / 1000}`,
  ratelimit: `"default";r=${left};t=${Math.ceil(ms / 1000)}`,
});

function limited({ retryAfter, fields = () => ({}) }: Manner): Circumstances {
  let stage: Stage | undefined;
  let window = { until: 0, count: 0 };
  const telling = (answer: Answer, ms: number): Answer => ({
    ...answer,
    headers: { ...answer.headers, ...fields(Math.max(0, quota - window.count), ms) },
  });
  return {
    begin: (on) => {
      stage = on;
    },
    around(request, proceed) {
      const now = clock.now();
      if (now >= window.until) window = { until: now + windowMs, count: 0 };
      window.count += 1;
      // Sums of fractions are not exact, and a whole second must not become two.
      const ms = Math.round(window.until - now);
      if (window.count <= quota) return whenAnswered(proceed(), (said) => telling(said, ms));
      const refusal = problemWith(429, `At most ${quota} requests a second.`, { 'retry-after': retryAfter(ms) });
      return telling(stage?.finish(request, refusal) ?? refusal, ms);
    },
  };
}
