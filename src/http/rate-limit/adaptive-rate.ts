import { clock } from '../../model/clock.js';
/** How fast one host is asked: as fast as is allowed, slower while it cannot keep up, and faster again step by step. */
export interface Ease {
  /** Requests per second for now; undefined where nothing bounds them. */
  readonly perSecond: () => number | undefined;
  /** A request left. */
  began(): void;
  /** A request that left then was answered with a status, or with silence. */
  heard(sentAt: number, status: number | undefined): void;
}

/** Slowest that is ever gone of one's own accord, in requests per second, and as a part of the rate at which it was slowed. */
const slowest = 1;
const leastPart = 1 / 16;
/** Of the last answers, so many must be trouble before it counts as one; single failures happen to anybody. */
const lately = 10;
const troubled = 3;
/** Statuses by which somebody says that there is too much to do (RFC 6585 §4, RFC 9110 §15.6). */
const overloaded = new Set([429, 502, 503, 504]);
/** The part of the rate at which it was slowed that is regained in a second. */
const regain = 0.25;

/** Begins at full speed, which is `most` requests per second where that is given. */
export function easeOf(most: number | undefined): Ease {
  const starts = startsOf();
  const answers: boolean[] = [];
  let limit: number | undefined;
  let top = 0;
  let failures = 0;
  let slowedAt = Number.NEGATIVE_INFINITY;
  const slow = () => {
    const now = clock.now();
    const before = limit ?? Math.min(starts.perSecond(now), most ?? Number.POSITIVE_INFINITY);
    if (limit === undefined) top = before;
    limit = Math.max(Math.min(slowest, top), top * leastPart, before / 2);
    slowedAt = now;
    answers.length = 0;
  };
  const speedUp = () => {
    if (limit === undefined) return;
    limit += Math.max(1, top * regain) / limit;
    if (limit >= top) limit = undefined;
  };
  return {
    perSecond: () => (limit === undefined ? most : Math.min(limit, most ?? limit)),
    began: () => starts.add(clock.now()),
    heard(sentAt, status) {
      failures = status !== undefined && status < 500 ? 0 : failures + 1;
      // One request that always fails is a finding; when nothing else comes any more, the service has trouble.
      const isTrouble = status === undefined || overloaded.has(status) || failures >= lately;
      answers.push(isTrouble);
      if (answers.length > lately) answers.shift();
      if (!isTrouble) return speedUp();
      // What left before cannot know of it.
      if (sentAt < slowedAt) return;
      if (status === 429 || answers.filter(Boolean).length >= troubled) slow();
    },
  };
}

/** Starts that are remembered. */
const mostStarts = 500;

/** The latest starts, in a ring: one is written for every request, and they are read only when somebody has trouble. */
function startsOf() {
  const ring = new Float64Array(mostStarts).fill(Number.NEGATIVE_INFINITY);
  let count = 0;
  return {
    add(at: number): void {
      ring[count % mostStarts] = at;
      count += 1;
    },
    /** Requests per second, as they left of late: a run that has just begun has not had its second yet. */
    perSecond(now: number): number {
      const recent = ring.filter((start) => now - start < 1_000);
      const tookMs = Math.max(shortestMs, now - recent.reduce((first, start) => Math.min(first, start), now));
      return Math.max(slowest, (recent.length * 1_000) / tookMs);
    },
  };
}

/** A rate cannot be told from less time. */
const shortestMs = 100;
