import type { OpenClient } from '../http/client.js';
import { clock } from '../model/clock.js';
import type { StopReason } from './circuit-breaker.js';
import { type CleanupBudget, createCleanupBudget } from './cleanup-budget.js';
import type { RunLimits } from './run-limits.js';

/** The remaining requests and time of a run. */
export interface Budget {
  /** Counts a request before it is sent. */
  countRequest<T>(go: () => Promise<T>): Promise<T>;
  /** Why the budget is spent. */
  end(): StopReason | undefined;
  /** Why this cleanup request may not be sent; undefined when it may. */
  refuseCleanup: CleanupBudget['refuse'];
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
