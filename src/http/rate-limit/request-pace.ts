import { clock, pause } from '../../model/clock.js';
import type { HeaderFields } from '../../model/exchange.js';
import { createLearnedRate, type LearnedRate } from './learned-rate.js';

/** Limits of the request rate. */
export interface PaceOptions {
  /** Maximum number of requests per second to all hosts together. */
  readonly ratePerSecond?: number | undefined;
  /** Maximum number of requests per second to one host, also where rates are learned. */
  readonly rateTo?: ((address: URL) => number | undefined) | undefined;
  /** Whether hosts may change their rate, `ratePerSecond` at first, by the fields of their responses. */
  readonly isRateLearned?: boolean | undefined;
  /** Maximum number of requests, including those for credentials; further requests are not sent. */
  readonly maxRequests?: number;
}

export interface PacedResponse {
  readonly status: number;
  readonly headers: HeaderFields;
}

export interface PaceWaitOptions {
  readonly isCalledOff?: () => boolean;
}

/** Sends requests in their turn and within the request limit. */
export type RequestPace = ReturnType<typeof createRequestPace>;

/** Spaces the requests of one client evenly, with a rate for each host, which is lower while the host is overloaded. */
export function createRequestPace(options: PaceOptions) {
  const { rateTo = () => undefined, isRateLearned = false, maxRequests = Number.POSITIVE_INFINITY } = options;
  const ratePerSecond = isRateLearned ? undefined : options.ratePerSecond;
  const all = createPaceQueue(() => ratePerSecond);
  const hosts = new Map<string, PacedHost>();
  // Most requests go to one address, and reading the host of a URL takes time.
  let latest: { readonly address: URL; readonly host: PacedHost } | undefined;
  let admitted = 0;
  const findHost = (address: URL): PacedHost => {
    let host = hosts.get(address.host);
    if (host === undefined) {
      const most = rateTo(address);
      host = isRateLearned ? createLearningHost(options.ratePerSecond, most) : createPacedHost(most ?? ratePerSecond);
      hosts.set(address.host, host);
    }
    latest = { address, host };
    return host;
  };
  const waitFor = async (turn: Promise<boolean> | boolean, isCalledOff: () => boolean, adaptive: AdaptiveRate) => {
    const isOn = (await turn) && (await all(isCalledOff));
    if (isOn) adaptive.recordStart();
    return isOn;
  };
  return {
    /** Waits for the turn of a request; false when it was called off. */
    awaitTurn(address: URL, { isCalledOff = () => false }: PaceWaitOptions = {}) {
      const { queue, adaptive } = latest?.address === address ? latest.host : findHost(address);
      const turn = queue(isCalledOff);
      if (typeof turn !== 'boolean' || ratePerSecond !== undefined) return waitFor(turn, isCalledOff, adaptive);
      if (turn) adaptive.recordStart();
      return turn;
    },
    /** Counts a request whose turn it is, unless it was called off. Returns why it may not be sent. */
    admit(isOn: boolean): string | undefined {
      if (!isOn) return 'not sent: the run was interrupted';
      if (admitted >= maxRequests) return `not sent: the ${maxRequests} requests of this run are spent`;
      admitted += 1;
      return undefined;
    },
    /** Records the response of a host to a request sent at `sentAt`, or a missing one. */
    recordResponse(address: URL, sentAt: number, response: PacedResponse | undefined): void {
      const { adaptive, learned } = latest?.address === address ? latest.host : findHost(address);
      adaptive.recordResponse(sentAt, response?.status);
      if (response) learned?.recordFields(sentAt, response.headers);
    },
  };
}

const createPacedHost = (most: number | undefined): PacedHost => {
  const adaptive = createAdaptiveRate(most);
  return { adaptive, most, queue: createPaceQueue(adaptive.perSecond) };
};

/** A host whose response fields set its rate, up to `most`; without them, it keeps the one it starts with. */
function createLearningHost(start: number | undefined, most: number | undefined): PacedHost {
  const adaptive = createAdaptiveRate(undefined);
  const learned = createLearnedRate(start, most);
  const perSecond = () => {
    const rate = Math.min(
      adaptive.perSecond() ?? Number.POSITIVE_INFINITY,
      learned.perSecond() ?? Number.POSITIVE_INFINITY,
    );
    return Number.isFinite(rate) ? rate : undefined;
  };
  return { adaptive, most: most ?? start, learned, queue: createPaceQueue(perSecond, learned) };
}

interface PacedHost {
  readonly queue: PaceQueue;
  readonly adaptive: AdaptiveRate;
  readonly most: number | undefined;
  readonly learned?: LearnedRate;
}

/** A queue that releases one request at a time; without a rate there is no wait. */
type PaceQueue = (isCalledOff: () => boolean) => Promise<boolean> | boolean;

/** Length of one wait step in milliseconds: the run may end, or the rate change. */
const waitSliceMs = 100;

function createPaceQueue(perSecond: () => number | undefined, learned?: LearnedRate): PaceQueue {
  let last = Number.NEGATIVE_INFINITY;
  let previous: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const gapMs = () => 1000 / (perSecond() ?? Number.POSITIVE_INFINITY);
  const leave = async (isCalledOff: () => boolean): Promise<boolean> => {
    for (;;) {
      if (isCalledOff()) return false;
      const now = clock.now();
      const left = Math.max(last + gapMs(), learned?.getEarliestStart() ?? last) - now;
      if (left <= 0) {
        // A late timer makes up for part of its delay, so that the rate is reached without a burst.
        last = Math.max(last + gapMs(), now - gapMs() * catchUpPart);
        learned?.recordStart();
        return true;
      }
      await pause(Math.min(left, waitSliceMs));
    }
  };
  return (isCalledOff) => {
    if (perSecond() === undefined && waiting === 0) {
      last = clock.now();
      learned?.recordStart();
      return !isCalledOff();
    }
    waiting += 1;
    const turn = previous
      .then(() => leave(isCalledOff))
      .finally(() => {
        waiting -= 1;
      });
    previous = turn;
    return turn;
  };
}

/** Part of the interval by which the next request may be early after a late one. */
const catchUpPart = 0.2;

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
