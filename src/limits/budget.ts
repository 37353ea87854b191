import type { OpenClient } from '../http/client.js';
import type { ClientRequest } from '../http/exchange.js';
import { clock } from '../model/clock.js';
import type { StopReason } from './circuit-breaker.js';
import type { RunLimits } from './run-limits.js';

/** Time allowed after the end of a run to remove what it created, in milliseconds. */
const maxCleanupMs = 60_000;

/** Number of remembered paths: a repeated request follows soon after the first one. */
const maxRememberedPaths = 5_000;

const tolerance = 0.2;

const outOfReserveMessage =
  'not sent: only the requests reserved for one DELETE per item are left (limits.maxRequests)';

/** The remaining requests and time of a run. */
export interface Budget {
  /** Counts a request before it is sent. */
  countRequest<T>(go: () => Promise<T>): Promise<T>;
  /** Why the budget is spent. */
  end(): StopReason | undefined;
  /** Why this cleanup request may not be sent; undefined when it may. */
  refuseCleanup(request: Pick<ClientRequest, 'method' | 'path'>): string | undefined;
  /** Whether one more cleanup request may be sent than was reserved. */
  canSpare(): boolean;
  leftMs(): number;
  spent(): number;
}

/** Creates a budget from the limits, without the requests that the client already sent. */
export function createBudget(client: OpenClient, limits: Omit<RunLimits, 'signal'>): Budget {
  const { maxRequests, maxSeconds, countOwed, owedToFind = () => 0, begunAt = clock.now() } = limits;
  const endsAt = begunAt + maxSeconds * 1_000;
  const most = client.maxPerRequest;
  /** A credential may have to be renewed during the cleanup. */
  const putBy = (most - 1) * 2;
  const before = client.count();
  let begun = 0;
  let underWay = 0;
  const spent = () => (most === 1 ? Math.max(before + begun, client.count()) : client.count() + underWay * most);
  const leftMs = () => endsAt - clock.now();
  const canSpare = () => spent() + countOwed() + putBy + most <= maxRequests;
  const cleanup = createCleanupBudget(leftMs, canSpare);
  return {
    leftMs,
    canSpare,
    spent: client.count,
    async countRequest(go) {
      begun += 1;
      underWay += 1;
      try {
        return await go();
      } finally {
        underWay -= 1;
      }
    },
    end() {
      const owed = countOwed() * cleanup.requestsPerItem() + owedToFind() * most;
      if (spent() + owed + putBy + most > maxRequests)
        return { cause: 'budget', why: describeSpentRequests(maxRequests) };
      return leftMs() < 0 ? { cause: 'budget', why: describeSpentTime(maxSeconds) } : undefined;
    },
    refuseCleanup: cleanup.refuse,
  };
}

const describeSpentRequests = (most: number): string =>
  `the budget of ${most} requests is used up (limits.maxRequests, --max-requests)`;

const describeSpentTime = (most: number): string =>
  `the time limit of ${most} s is reached (limits.maxSeconds, --max-time)`;

/**
 * The remaining requests and time of the cleanup: one reserved request for each item, and extra time after the run. `leftMs` returns the remaining time of the run; `canSpare` whether a request beyond the reserve is
 * allowed.
 */
function createCleanupBudget(leftMs: () => number, canSpare: () => boolean) {
  const tried = new Set<string>();
  let sent = 0;
  let items = 0;
  let endsAt = Number.POSITIVE_INFINITY;
  return {
    /** Average number of requests per removed item so far, rounded up; a few repeated requests do not count. */
    requestsPerItem: () => Math.max(1, Math.ceil(sent / Math.max(1, items) - tolerance)),
    /** Counts a cleanup request, or returns why it may not be sent. */
    refuse({ method, path }: Pick<ClientRequest, 'method' | 'path'>): string | undefined {
      const now = clock.now();
      if (leftMs() < 0) endsAt = Math.min(endsAt, now + maxCleanupMs);
      if (now > endsAt) return `not sent: the ${maxCleanupMs / 1_000} s for cleanup are over`;
      const isReserved = method === 'DELETE' && !tried.has(path);
      if (!isReserved && !canSpare()) return outOfReserveMessage;
      sent += 1;
      if (!isReserved) return undefined;
      items += 1;
      tried.add(path);
      if (tried.size > maxRememberedPaths) tried.delete(tried.values().next().value ?? '');
      return undefined;
    },
  };
}
