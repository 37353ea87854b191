import { clock } from '../../model/clock.js';
/** How fast one host is asked: as fast as is allowed, slower while it cannot keep up, and faster again step by step. */
export interface AdaptiveRate {
  /** Requests per second for now; undefined where nothing bounds them. */
  readonly perSecond: () => number | undefined;
  /** A request left. */
  recordStart(): void;
  /** A request that left then was answered with a status, or with silence. */
  recordResponse(sentAt: number, status: number | undefined): void;
}

/** Slowest that is ever gone of one's own accord, in requests per second, and as a part of the rate at which it was slowed. */
const minRate = 1;
const minRatePart = 1 / 16;
/** Of the last answers, so many must be trouble before it counts as one; single failures happen to anybody. */
const windowSize = 10;
const maxFailures = 3;
/** Statuses by which somebody says that there is too much to do (RFC 6585 §4, RFC 9110 §15.6). */
const overloadStatuses = new Set([429, 502, 503, 504]);
/** The part of the rate at which it was slowed that is regained in a second. */
const regainPart = 0.25;

/** Begins at full speed, which is `most` requests per second where that is given. */
export function createAdaptiveRate(most: number | undefined): AdaptiveRate {
  const starts = createStartLog();
  const answers: boolean[] = [];
  let limit: number | undefined;
  let top = 0;
  let failures = 0;
  let slowedAt = Number.NEGATIVE_INFINITY;
  const slow = () => {
    const now = clock.now();
    const before = limit ?? Math.min(starts.perSecond(now), most ?? Number.POSITIVE_INFINITY);
    if (limit === undefined) top = before;
    limit = Math.max(Math.min(minRate, top), top * minRatePart, before / 2);
    slowedAt = now;
    answers.length = 0;
  };
  const speedUp = () => {
    if (limit === undefined) return;
    limit += Math.max(1, top * regainPart) / limit;
    if (limit >= top) limit = undefined;
  };
  return {
    perSecond: () => (limit === undefined ? most : Math.min(limit, most ?? limit)),
    recordStart: () => starts.add(clock.now()),
    recordResponse(sentAt, status) {
      failures = status !== undefined && status < 500 ? 0 : failures + 1;
      // One request that always fails is a finding; when nothing else comes any more, the service has trouble.
      const isTrouble = status === undefined || overloadStatuses.has(status) || failures >= windowSize;
      answers.push(isTrouble);
      if (answers.length > windowSize) answers.shift();
      if (!isTrouble) return speedUp();
      // What left before cannot know of it.
      if (sentAt < slowedAt) return;
      if (status === 429 || answers.filter(Boolean).length >= maxFailures) slow();
    },
  };
}

/** Starts that are remembered. */
const maxStarts = 500;

/** The latest starts, in a ring: one is written for every request, and they are read only when somebody has trouble. */
function createStartLog() {
  const ring = new Float64Array(maxStarts).fill(Number.NEGATIVE_INFINITY);
  let count = 0;
  return {
    add(at: number): void {
      ring[count % maxStarts] = at;
      count += 1;
    },
    /** Requests per second, as they left of late: a run that has just begun has not had its second yet. */
    perSecond(now: number): number {
      const recent = ring.filter((start) => now - start < 1_000);
      const tookMs = Math.max(minMeasuredMs, now - recent.reduce((first, start) => Math.min(first, start), now));
      return Math.max(minRate, (recent.length * 1_000) / tookMs);
    },
  };
}

/** A rate cannot be told from less time. */
const minMeasuredMs = 100;
