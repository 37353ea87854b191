import type { OpenClient } from '../http/client.js';
import type { ClientRequest } from '../http/exchange.js';
import { clock } from '../model/clock.js';
import type { End } from './health.js';
import type { RunLimits } from './limits.js';

/** What a run may still spend: requests, to the last one, and time. */
export interface Budget {
  /** Counts a request from before it leaves. */
  countRequest<T>(go: () => Promise<T>): Promise<T>;
  /** Why there is nothing left to spend. */
  end(): End | undefined;
  /** Why this may not be sent to clean up; undefined where it may. */
  refuseCleanup(request: Pick<ClientRequest, 'method' | 'path'>): string | undefined;
  /** Whether one more may be spent on cleaning up than was put by for it. */
  canSpare(): boolean;
  leftMs(): number;
  spent(): number;
}

/** Time that is taken after the end of a run to remove what it made, in milliseconds. */
const maxCleanupMs = 60_000;

/** So many of the last things that were cleaned up are remembered: what is asked for again is asked for soon. */
const maxRememberedPaths = 5_000;

const getFirst = ([first = '']: Iterable<string>): string => first;

/** Begins with what the limits allow, less what the client sent before. */
export function createBudget(client: OpenClient, limits: Omit<RunLimits, 'signal'>): Budget {
  const { maxRequests, maxSeconds, countOwed, owedToFind = () => 0, begunAt = clock.now() } = limits;
  const endsAt = begunAt + maxSeconds * 1_000;
  const most = client.maxPerRequest;
  /** A credential may be renewed while things are removed. */
  const putBy = (most - 1) * 2;
  const before = client.count();
  const tried = new Set<string>();
  let begun = 0;
  let underWay = 0;
  let cleaned = 0;
  let things = 0;
  let cleanedUntil = Number.POSITIVE_INFINITY;
  const spent = () => (most === 1 ? Math.max(before + begun, client.count()) : client.count() + underWay * most);
  const leftMs = () => endsAt - clock.now();
  const canSpare = () => spent() + countOwed() + putBy + most - 1 <= maxRequests;
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
      if (
        spent() + countOwed() * computeRequestsPerItem(cleaned, things) + owedToFind() * most + putBy + most >
        maxRequests
      )
        return { cause: 'budget', why: describeSpentRequests(maxRequests) };
      return leftMs() < 0 ? { cause: 'budget', why: describeSpentTime(maxSeconds) } : undefined;
    },
    refuseCleanup({ method, path }) {
      const now = clock.now();
      if (leftMs() < 0) cleanedUntil = Math.min(cleanedUntil, now + maxCleanupMs);
      if (now > cleanedUntil) return `not sent: cleaning up took ${maxCleanupMs / 1_000} s, and is over`;
      const isPaid = method === 'DELETE' && !tried.has(path);
      if (!isPaid && !canSpare()) return outOfReserveMessage;
      cleaned += 1;
      if (!isPaid) return undefined;
      things += 1;
      tried.add(path);
      if (tried.size > maxRememberedPaths) tried.delete(getFirst(tried));
      return undefined;
    },
  };
}

/** Requests that it took to remove one thing so far; single ones that had to be repeated count for nothing. */
const computeRequestsPerItem = (sent: number, things: number): number =>
  Math.max(1, Math.ceil(sent / Math.max(1, things) - tolerance));

const tolerance = 0.2;

const outOfReserveMessage =
  'not sent: no requests are left but those that were put by to ask once for each thing (limits.maxRequests)';

const describeSpentRequests = (most: number): string =>
  `the budget of ${most} requests is spent (limits.maxRequests, --max-requests)`;

const describeSpentTime = (most: number): string => `the ${most} seconds are over (limits.maxSeconds, --max-time)`;
