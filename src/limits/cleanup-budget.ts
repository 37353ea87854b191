import type { ClientRequest } from '../http/exchange.js';
import { clock } from '../model/clock.js';

/** The remaining requests and time of the cleanup: one reserved request for each item, and extra time after the run. */
export interface CleanupBudget {
  /** Counts a cleanup request, or returns why it may not be sent. */
  refuse(request: Pick<ClientRequest, 'method' | 'path'>): string | undefined;
  /** Average number of requests per removed item so far, rounded up; a few repeated requests do not count. */
  requestsPerItem(): number;
}

/** Time allowed after the end of a run to remove what it created, in milliseconds. */
const maxCleanupMs = 60_000;

/** Number of remembered paths: a repeated request follows soon after the first one. */
const maxRememberedPaths = 5_000;

/**
 * Creates an unused budget. `leftMs` returns the remaining time of the run; `canSpare` whether a request beyond the reserve is
 * allowed.
 */
export function createCleanupBudget(leftMs: () => number, canSpare: () => boolean): CleanupBudget {
  const tried = new Set<string>();
  let sent = 0;
  let items = 0;
  let endsAt = Number.POSITIVE_INFINITY;
  return {
    requestsPerItem: () => Math.max(1, Math.ceil(sent / Math.max(1, items) - tolerance)),
    refuse({ method, path }) {
      const now = clock.now();
      if (leftMs() < 0) endsAt = Math.min(endsAt, now + maxCleanupMs);
      if (now > endsAt) return `not sent: the ${maxCleanupMs / 1_000} s for cleanup are over`;
      const isReserved = method === 'DELETE' && !tried.has(path);
      if (!isReserved && !canSpare()) return outOfReserveMessage;
      sent += 1;
      if (!isReserved) return undefined;
      items += 1;
      tried.add(path);
      if (tried.size > maxRememberedPaths) tried.delete(getFirst(tried));
      return undefined;
    },
  };
}

const tolerance = 0.2;

const getFirst = ([first = '']: Iterable<string>): string => first;

const outOfReserveMessage =
  'not sent: only the requests reserved for one DELETE per item are left (limits.maxRequests)';
