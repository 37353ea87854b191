import { clock } from '../../model/clock.js';
/** The request rate of one host: lower while the host is overloaded, and raised again step by step. */
export type AdaptiveRate = ReturnType<typeof createAdaptiveRate>;

/** Lowest rate that the client chooses by itself: in requests per second, and as a part of the rate at overload. */
const minRate = 1;
const minRatePart = 1 / 16;
/** Number of last responses that are considered, because single failures are normal. */
const windowSize = 10;
const maxFailures = 3;
/** Statuses that report overload (RFC 6585 §4, RFC 9110 §15.6). */
const overloadStatuses = new Set([429, 502, 503, 504]);
/** Part of the rate at the overload that is regained per second. */
const regainPart = 0.25;

const maxStarts = 500;

/** Starts at full speed, at most `most` requests per second if given. */
export function createAdaptiveRate(most: number | undefined) {
  /** The latest start times in a ring: written for every request, and read only on overload. */
  const starts = new Float64Array(maxStarts).fill(Number.NEGATIVE_INFINITY);
  const answers: boolean[] = [];
  let started = 0;
  let limit: number | undefined;
  let top = 0;
  let failures = 0;
  let slowedAt = Number.NEGATIVE_INFINITY;
  const slow = () => {
    const now = clock.now();
    const before = limit ?? Math.min(measureRate(starts, now), most ?? Number.POSITIVE_INFINITY);
    if (limit === undefined) top = before;
    limit = Math.max(Math.min(minRate, top), top * minRatePart, before / 2);
    slowedAt = now;
    answers.length = 0;
  };
  return {
    /** Current maximum of requests per second; undefined without a limit. */
    perSecond: () => (limit === undefined ? most : Math.min(limit, most ?? limit)),
    recordStart() {
      starts[started % maxStarts] = clock.now();
      started += 1;
    },
    /** Records the status of the response to a request sent at `sentAt`, or a missing answer. */
    recordResponse(sentAt: number, status: number | undefined) {
      failures = status !== undefined && status < 500 ? 0 : failures + 1;
      // A single request that always fails is a finding; only when nothing else succeeds, the service is overloaded.
      const isTrouble = status === undefined || overloadStatuses.has(status) || failures >= windowSize;
      answers.push(isTrouble);
      if (answers.length > windowSize) answers.shift();
      if (!isTrouble) {
        if (limit === undefined) return;
        limit += Math.max(1, top * regainPart) / limit;
        if (limit >= top) limit = undefined;
        return;
      }
      // Responses to requests sent before the slowdown say nothing about it.
      if (sentAt < slowedAt) return;
      if (status === 429 || answers.filter(Boolean).length >= maxFailures) slow();
    },
  };
}

/** The recent rate in requests per second; a run that has just started has less than a second of data. */
function measureRate(starts: Float64Array, now: number): number {
  const recent = starts.filter((start) => now - start < 1_000);
  const tookMs = Math.max(minMeasuredMs, now - recent.reduce((first, start) => Math.min(first, start), now));
  return Math.max(minRate, (recent.length * 1_000) / tookMs);
}

/** Minimum time to measure a rate, in milliseconds. */
const minMeasuredMs = 100;
