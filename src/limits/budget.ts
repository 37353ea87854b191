import type { OpenClient } from '../http/client.js';
import type { ClientRequest } from '../http/exchange.js';
import { isSafeMethod } from '../http/method-guard.js';
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

/** The remaining requests and time of a run; those that the client already sent count. */
export class Budget {
  readonly #endsAt: number;
  readonly #before: number;
  /** A credential may have to be renewed during the cleanup. */
  readonly #putBy: number;
  /** Requests that began, and those of them that are under way. */
  #begun = 0;
  #underWay = 0;
  /** The paths that the cleanup tried to remove, its requests, and the items among these. */
  readonly #tried = new Set<string>();
  /** How often paths were read that no DELETE was sent to. */
  readonly #reads = new Map<string, number>();
  #cleanups = 0;
  #items = 0;
  #cleanupEndsAt = Number.POSITIVE_INFINITY;
  #kept = 0;

  constructor(
    private readonly client: OpenClient,
    private readonly limits: Omit<RunLimits, 'signal'>,
  ) {
    this.#endsAt = (limits.begunAt ?? clock.now()) + limits.maxSeconds * 1_000;
    this.#before = client.count();
    this.#putBy = (client.maxPerRequest - 1) * 2;
  }

  /** Counts a request before it is sent; `endRequest` must follow. */
  beginRequest(): void {
    this.#begun += 1;
    this.#underWay += 1;
  }

  endRequest(): void {
    this.#underWay -= 1;
  }

  leftMs(): number {
    return this.#endsAt - this.limits.maxSeconds * 1_000 * this.#kept - clock.now();
  }

  /** Keeps a share of the requests and of the time, instead of the one before. */
  keep(share: number): void {
    this.#kept = share;
  }

  /** Number of requests that began. */
  sent(): number {
    return this.#begun;
  }

  /** Number of requests that may still be sent beside those that are reserved. */
  leftRequests(): number {
    return this.#left(this.#computeOwed());
  }

  /** The requests that are reserved. */
  #computeOwed(): number {
    const { countOwed, owedToFind, owedToRestore, maxRequests } = this.limits;
    // The average number of requests for each item so far, rounded up; a few repeated requests do not count.
    const perItem = Math.max(1, Math.ceil(this.#cleanups / Math.max(1, this.#items) - tolerance));
    const owed = countOwed() * perItem + (owedToRestore?.() ?? 0) + (owedToFind?.() ?? 0) * this.client.maxPerRequest;
    return owed + Math.floor(maxRequests * this.#kept);
  }

  end(): StopReason | undefined {
    const { maxRequests, maxSeconds } = this.limits;
    if (this.leftRequests() < 0) {
      const why = `the budget of ${maxRequests} requests is used up (limits.maxRequests, --max-requests)`;
      return { cause: 'budget', why };
    }
    if (clock.now() + maxSeconds * 1_000 * this.#kept <= this.#endsAt) return undefined;
    return { cause: 'budget', why: `the time limit of ${maxSeconds} s is reached (limits.maxSeconds, --max-time)` };
  }

  /** Whether one more cleanup request may be sent than was reserved; one that restores a resource has a reserve of its own. */
  canSpare(isRestoring = false): boolean {
    const { countOwed, owedToRestore } = this.limits;
    return this.#left(countOwed() + (isRestoring ? 0 : (owedToRestore?.() ?? 0))) >= 0;
  }

  /** The requests that may be sent after one more, beside those that are reserved; less than 0 where it may not be sent. */
  #left(owed: number): number {
    const { count, maxPerRequest: most } = this.client;
    const spent = most === 1 ? Math.max(this.#before + this.#begun, count()) : count() + this.#underWay * most;
    return this.limits.maxRequests - spent - owed - this.#putBy - most;
  }

  /**
   * Counts a cleanup request, or returns why it may not be sent: one request is reserved for each item, and there is extra time after the
   * run.
   */
  refuseCleanup({ method, path, isRestoring }: ClientRequest): string | undefined {
    const now = clock.now();
    if (now > this.#endsAt) this.#cleanupEndsAt = Math.min(this.#cleanupEndsAt, now + maxCleanupMs);
    if (now > this.#cleanupEndsAt) return `not sent: the ${maxCleanupMs / 1_000} s for cleanup are over`;
    const isReserved = method === 'DELETE' && !isRestoring && !this.#tried.has(path);
    if (!isReserved && !this.canSpare(isRestoring)) return outOfReserveMessage;
    // What is read of an item that no DELETE removes says nothing about the requests that a removal takes.
    const reads = this.#reads.get(path) ?? 0;
    if (!isRestoring && !this.#tried.has(path) && isSafeMethod(method)) this.#reads.set(path, reads + 1);
    else if (!isRestoring) this.#cleanups += isReserved ? reads + 1 : 1;
    if (isReserved) this.#reads.delete(path);
    if (!isReserved) return undefined;
    this.#items += 1;
    this.#tried.add(path);
    if (this.#tried.size > maxRememberedPaths) this.#tried.delete(this.#tried.values().next().value ?? '');
    return undefined;
  }
}
