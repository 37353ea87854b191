import { clock, pause } from '../../model/clock.js';
import { type AdaptiveRate, createAdaptiveRate } from './adaptive-rate.js';

/** How fast requests may leave. */
export interface PaceOptions {
  /** Requests that begin in a second at most, to all hosts together. */
  readonly ratePerSecond?: number | undefined;
  /** Requests that begin in a second at most, to one host. */
  readonly rateTo?: ((address: URL) => number | undefined) | undefined;
}

/** When requests may leave: evenly spaced, each host at a pace of its own, and slower while it has trouble. */
export interface RequestPace {
  /** Waits for the turn of a request; false where it was called off before its turn came. One in haste waits for the rate, and for nobody's trouble. */
  awaitTurn(address: URL, waiting?: PaceWaitOptions): Promise<boolean> | boolean;
  /** Takes note of how a host answered what was sent to it then. */
  recordResponse(address: URL, sentAt: number, status: number | undefined): void;
}

/** Who waits. */
export interface PaceWaitOptions {
  readonly isCalledOff?: () => boolean;
  readonly isHasty?: boolean;
}

/** Opens the lanes of one client. */
export function createRequestPace({ ratePerSecond, rateTo = () => undefined }: PaceOptions): RequestPace {
  const all = createPaceQueue(() => ratePerSecond);
  const hosts = new Map<string, PacedHost>();
  // Nearly all requests go to one address, and to read the host out of it takes time.
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

/** A row in which one leaves at a time; nothing to wait for where no rate is given. */
type PaceQueue = (isCalledOff: () => boolean) => Promise<boolean> | boolean;

/** So long is waited at a time: the run may be over, or the rate another one. */
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
        // Who was woken late makes up for a part of it, so that the rate is reached without a burst.
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

/** The part of a gap by which a request that was late may be followed sooner. */
const catchUpPart = 0.2;
