import { clock, pause } from '../../model/clock.js';
import { type AdaptiveRate, createAdaptiveRate } from './adaptive-rate.js';

/** Limits of the request rate. */
export interface PaceOptions {
  /** Maximum number of requests per second to all hosts together. */
  readonly ratePerSecond?: number | undefined;
  /** Maximum number of requests per second to one host. */
  readonly rateTo?: ((address: URL) => number | undefined) | undefined;
}

/** Spaces requests evenly, with its own rate for each host, which is lower while the host is overloaded. */
export interface RequestPace {
  /**
   * Waits for the turn of a request; resolves to false when it was called off before. A hasty request waits for the
   * declared rate only.
   */
  awaitTurn(address: URL, waiting?: PaceWaitOptions): Promise<boolean> | boolean;
  /** Records the response of a host to a request sent at `sentAt`. */
  recordResponse(address: URL, sentAt: number, status: number | undefined): void;
}

/** Options of a waiting request. */
export interface PaceWaitOptions {
  readonly isCalledOff?: () => boolean;
  readonly isHasty?: boolean;
}

/** Creates the queues of one client. */
export function createRequestPace({ ratePerSecond, rateTo = () => undefined }: PaceOptions): RequestPace {
  const all = createPaceQueue(() => ratePerSecond);
  const hosts = new Map<string, PacedHost>();
  // Most requests go to one address, and reading the host of a URL takes time.
  let latest: { readonly address: URL; readonly host: PacedHost } | undefined;
  const hostOf = (address: URL): PacedHost => {
    if (latest?.address === address) return latest.host;
    const host = hosts.get(address.host) ?? createPacedHost(rateTo(address) ?? ratePerSecond);
    hosts.set(address.host, host);
    latest = { address, host };
    return host;
  };
  const waited = async (
    own: Promise<boolean> | boolean,
    { isCalledOff = neverCalledOff }: PaceWaitOptions,
    ease: AdaptiveRate,
  ) => {
    const isOn = (await own) && (await all(isCalledOff));
    if (isOn) ease.recordStart();
    return isOn;
  };
  return {
    awaitTurn(address, waiting = {}) {
      const { isCalledOff = neverCalledOff, isHasty = false } = waiting;
      const { lane, ease, most } = hostOf(address);
      const own = (isHasty && most === undefined) || lane(isCalledOff);
      if (own !== true || ratePerSecond !== undefined) return waited(own, waiting, ease);
      const isOn = !isCalledOff();
      if (isOn) ease.recordStart();
      return isOn;
    },
    recordResponse: (address, sentAt, status) => hostOf(address).ease.recordResponse(sentAt, status),
  };
}

const neverCalledOff = () => false;

const createPacedHost = (most: number | undefined): PacedHost => {
  const ease = createAdaptiveRate(most);
  return { ease, most, lane: createPaceQueue(ease.perSecond) };
};

interface PacedHost {
  readonly lane: PaceQueue;
  readonly ease: AdaptiveRate;
  readonly most: number | undefined;
}

/** A queue that releases one request at a time; without a rate there is no wait. */
type PaceQueue = (isCalledOff: () => boolean) => Promise<boolean> | boolean;

/** Length of one wait step in milliseconds: the run may end, or the rate change. */
const waitSliceMs = 100;

function createPaceQueue(perSecond: () => number | undefined): PaceQueue {
  let last = Number.NEGATIVE_INFINITY;
  let row: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  const gapMs = () => 1000 / (perSecond() ?? Number.POSITIVE_INFINITY);
  const leave = async (isCalledOff: () => boolean): Promise<boolean> => {
    for (;;) {
      if (isCalledOff()) return false;
      const now = clock.now();
      const left = last + gapMs() - now;
      if (left <= 0) {
        // A late timer makes up for part of its delay, so that the rate is reached without a burst.
        last = Math.max(last + gapMs(), now - gapMs() * catchUpPart);
        return true;
      }
      await pause(Math.min(left, waitSliceMs));
    }
  };
  return (isCalledOff) => {
    if (perSecond() === undefined && waiting === 0) {
      last = clock.now();
      return !isCalledOff();
    }
    waiting += 1;
    const turn = row
      .then(() => leave(isCalledOff))
      .finally(() => {
        waiting -= 1;
      });
    row = turn;
    return turn;
  };
}

/** Part of the interval by which the next request may be early after a late one. */
const catchUpPart = 0.2;
