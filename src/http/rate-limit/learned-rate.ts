import { clock } from '../../model/clock.js';
import type { HeaderFields } from '../../model/exchange.js';
import { type RateAllowance, readRateFields } from './read-rate-fields.js';

/** The request rate that a host permits by its response fields. */
export type LearnedRate = ReturnType<typeof createLearnedRate>;

/** One limit of the host, and what is left of it. */
interface Quota {
  left: number;
  resetAt: number;
  readonly quota: number | undefined;
  /** As stated, else the longest time until a reset that was seen. */
  windowMs: number;
  /** When the response that it was read from came. */
  readAt: number;
}

/** Share of a quota per window that is used evenly. Requests that others send, and late ones, count too. */
const margin = 0.9;
/** Limits that are remembered; the one that was read longest ago is dropped first. */
const maxQuotas = 20;

/** Starts at `start` requests per second; `most` is a maximum whatever the host permits. */
export function createLearnedRate(start: number | undefined, most?: number) {
  const quotas = new Map<string, Quota>();
  const starts = createRecentStarts();
  const listCurrent = (): readonly Quota[] => {
    const now = clock.now();
    for (const [name, quota] of quotas) if (!renewQuota(quota, now)) quotas.delete(name);
    return [...quotas.values()];
  };
  return {
    perSecond() {
      const current = listCurrent();
      const permitted = current.length === 0 ? (start ?? Number.POSITIVE_INFINITY) : Math.min(...current.map(getPace));
      const rate = Math.min(permitted, most ?? permitted);
      return Number.isFinite(rate) ? rate : undefined;
    },
    /** Earliest time of the next request: later than now while a quota is used up. */
    getEarliestStart: () =>
      Math.max(Number.NEGATIVE_INFINITY, ...listCurrent().map(({ left, resetAt }) => (left < 1 ? resetAt : 0))),
    /** Records a request when it may be sent. */
    recordStart() {
      starts.add(clock.now());
      for (const quota of listCurrent()) quota.left -= 1;
    },
    recordFields(sentAt: number, headers: HeaderFields) {
      const now = clock.now();
      for (const allowance of readRateFields(headers, clock.epochMs())) {
        const name = `${allowance.name} ${allowance.quota}`;
        // The service may not have counted requests that were sent since.
        const left = (allowance.remaining ?? Number.POSITIVE_INFINITY) - starts.countSince(sentAt);
        const before = quotas.get(name);
        quotas.delete(name);
        quotas.set(name, mergeQuota(before, createQuota(allowance, left, now), sentAt));
      }
      for (const [name] of quotas) if (quotas.size > maxQuotas) quotas.delete(name);
    },
  };
}

function createQuota({ quota, windowMs, resetMs }: RateAllowance, left: number, now: number): Quota {
  const window = windowMs ?? resetMs ?? 0;
  return { left, resetAt: now + (resetMs ?? window), quota, windowMs: window, readAt: now };
}

/** A response to a request that was sent before the latest one came may be older: it only lowers what is left. */
function mergeQuota(before: Quota | undefined, read: Quota, sentAt: number): Quota {
  if (before === undefined) return read;
  const windowMs = Math.max(before.windowMs, read.windowMs);
  if (sentAt > before.readAt || before.resetAt <= read.readAt) return { ...read, windowMs };
  const resetAt = Math.max(before.resetAt, read.resetAt);
  return { ...read, windowMs, resetAt, left: Math.min(before.left, read.left) };
}

/** Fills a quota after its reset. Returns false when nothing is known about it any more. */
function renewQuota(quota: Quota, now: number): boolean {
  if (now < quota.resetAt) return true;
  if (quota.quota === undefined) return false;
  // The next response says more; until then there is one window after another.
  quota.left = quota.quota;
  quota.resetAt = now + quota.windowMs;
  return true;
}

/** As fast as uses up the rest until the reset, or a quota evenly over its window; never beyond the rest. */
function getPace({ left, resetAt, quota, windowMs }: Quota): number {
  const even = quota === undefined ? 0 : (margin * quota * 1_000) / windowMs;
  if (left === Number.POSITIVE_INFINITY) return even;
  return Math.max(even, (Math.max(1, left) * 1_000) / Math.max(1, resetAt - clock.now()));
}

const maxStarts = 1_000;

function createRecentStarts() {
  const times: number[] = [];
  return {
    add(at: number): void {
      times.push(at);
      if (times.length > 2 * maxStarts) times.splice(0, maxStarts);
    },
    /** The number of requests that were started after this time. */
    countSince(sentAt: number): number {
      let count = 0;
      for (let i = times.length - 1; i >= 0 && (times[i] ?? 0) > sentAt; i -= 1) count += 1;
      return count;
    },
  };
}
