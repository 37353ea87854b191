import type { ClientRequest } from '../http/exchange.js';
import { clock } from '../model/clock.js';

/** What cleaning up may still spend: one request for each item was reserved for it, and time of its own. */
export interface CleanupBudget {
  /** Why a request may not be sent to clean up; undefined where it may, which counts it. */
  refuse(request: Pick<ClientRequest, 'method' | 'path'>): string | undefined;
  /** Requests that removing one item took so far, rounded up; single requests that were repeated do not count. */
  requestsPerItem(): number;
}

/** Time allowed after the end of a run to remove what it created, in milliseconds. */
const maxCleanupMs = 60_000;

/** How many of the latest cleaned paths are remembered: a repeated request follows the first one soon. */
const maxRememberedPaths = 5_000;

/** Starts with nothing cleaned up. `leftMs` is the time the run has left; `canSpare` whether a request beyond the reserve can be paid. */
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
