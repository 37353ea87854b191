import type { OpenClient } from '../http/client.js';
import { type ClientRequest, type SentExchange, type SentRawExchange, unsentNumber } from '../http/exchange.js';
import { isSafeMethod } from '../http/method-guard.js';
import { InconclusiveError } from '../rule/finding.js';
import { BanWatch } from './bans.js';
import { Budget } from './budget.js';
import { createCacheAges } from './cache-age.js';
import type { StopReason } from './circuit-breaker.js';
import { isUnreachable } from './classify-answer.js';
import { createServiceStarts, ServiceHealth, type ServiceStarts } from './health.js';
import { OutageLog } from './outages.js';
import { createRetryPolicy, type RetryPolicy } from './retry-policy.js';
import type { RunLimits } from './run-limits.js';
import { hasUnusualOctets, omittedOctetsMessage } from './unusual-octets.js';

/** Counts the requests of a run, and ends it when the budget is spent. */
export type RequestMeter = ReturnType<typeof createRequestMeter>;

/** Ends a case because a request was not sent, so it cannot have had an effect. */
export class UnsentError extends InconclusiveError {}

/** What decides whether a request is sent, and what learns from its result. */
class Gate {
  readonly budget: Budget;
  readonly retries: RetryPolicy;
  readonly health: ServiceHealth;
  readonly starts: ServiceStarts;
  readonly outages: OutageLog;
  readonly bans: BanWatch;
  /** Whether a request that waits for its turn is no longer needed. */
  readonly isCalledOff: () => boolean;
  denied: string | undefined;

  constructor(
    readonly client: OpenClient,
    readonly limits: RunLimits,
  ) {
    const budget = new Budget(client, limits);
    const leftMs = () => (limits.signal?.aborted ? 0 : budget.leftMs());
    this.isCalledOff = () => limits.signal?.aborted === true || budget.leftMs() <= 0;
    this.budget = budget;
    this.retries = createRetryPolicy(leftMs, () => budget.canSpare());
    this.health = new ServiceHealth({ holdUp: this.retries.holdUp, leftMs });
    const { holdUp, awaitTurn } = this.retries;
    this.bans = new BanWatch({ send: (request) => this.transmit(request, client.send), holdUp, awaitTurn, leftMs });
    this.starts = createServiceStarts(limits.process);
    this.outages = new OutageLog(limits.process !== undefined, limits.onStop);
  }

  /** Why the run is over. What confirms an outage is hasty, and is sent when the checks are over. */
  end(isHasty = false): StopReason | undefined {
    const { signal, trouble, findStopReason } = this.limits;
    if (signal?.aborted) return { cause: 'budget', why: 'interrupted' };
    const why = trouble?.() ?? findStopReason?.();
    if (why !== undefined) return { cause: 'budget', why };
    return this.health.end() ?? this.bans.over ?? this.budget.end() ?? (isHasty ? undefined : this.starts.end());
  }

  /** Ends a case whose request was not sent. */
  deny({ cause, why }: StopReason): never {
    this.denied ??= why;
    throw new UnsentError(cause, why);
  }

  /** Throws {@link UnsentError} unless the request may be sent. Stopping one kind of request does not end the run. */
  requireOpen(request: ClientRequest): void {
    const { method, path, isHasty } = request;
    const over = this.end(isHasty);
    if (over !== undefined) this.deny(over);
    const block = isHasty
      ? undefined
      : (this.health.breaker.findStopReason(method, path) ?? this.outages.findBlock(request));
    if (block !== undefined) throw new UnsentError(block.cause, block.why);
    if (this.limits.omitsUnusualOctets && hasUnusualOctets(request))
      throw new UnsentError('no-usable-case', omittedOctetsMessage, true);
  }

  async transmit<T extends SentExchange | SentRawExchange>(request: ClientRequest, go: Transmit<T>): Promise<T> {
    const complete = this.outages.begin(request);
    this.budget.beginRequest();
    try {
      const exchange = await go(request);
      complete(exchange);
      return exchange;
    } finally {
      this.budget.endRequest();
    }
  }

  /** Waits for its turn, sends a request unless the run is over or its kind is barred, and records what came of it. */
  async send<T extends SentExchange | SentRawExchange>(request: ClientRequest, go: Transmit<T>): Promise<T> {
    const { method, path, isHasty } = request;
    const { client, limits, budget, health, starts, isCalledOff } = this;
    // Waits for a start and for this kind of request, then for the whole service.
    const opening = isHasty ? undefined : (starts.awaitStart() ?? health.breaker.awaitOpen(method, path));
    if (opening !== undefined) await opening;
    const turn = this.retries.awaitTurn();
    if (turn !== undefined) await turn;
    this.requireOpen(request);
    // A safe request may be aborted at any time; other requests run to their end, so that their outcome is known.
    const isSafe = isSafeMethod(method);
    const timeoutMs = Math.max(1, Math.min(request.timeoutMs ?? client.timeoutMs, budget.leftMs()));
    const limited = isSafe ? { ...request, isCalledOff, timeoutMs } : { ...request, isCalledOff };
    let exchange = await this.transmit(limited, go);
    if (!this.bans.hasWritten) this.bans.observe(request, exchange);
    while (!isHasty && (exchange.answer?.status ?? 0) >= 400 && (await this.bans.awaitEnd(exchange)))
      exchange = await this.transmit(limited, go);
    if (exchange.n === unsentNumber)
      return this.deny(this.end(isHasty) ?? { cause: 'budget', why: exchange.silence ?? 'the request was not sent' });
    limits.onExchange?.(exchange);
    // A service that is started again is as good as a new one.
    if (!isHasty && !(isUnreachable(exchange) && (await starts.startIfEnded('checks')))) health.record(exchange);
    // A safe request aborted at the end of the run says nothing about the service.
    if (exchange.silence === undefined || !isSafe || budget.leftMs() > 0) return exchange;
    const why = `${method} ${path} was waiting for its answer when the time was over (exchange ${exchange.n})`;
    return this.deny({ cause: 'budget', why });
  }

  async sendUnmetered(request: ClientRequest): Promise<SentExchange> {
    await this.starts.awaitStart();
    await this.retries.awaitTurn();
    const why = this.starts.isOver() ? 'the service stopped' : this.budget.refuseCleanup(request);
    if (why !== undefined) return { ...request, n: unsentNumber, answer: undefined, silence: why };
    // A removal is often the first request that finds the service stopped.
    let exchange = await this.transmit(request, this.client.send);
    while (
      (exchange.answer?.status ?? 0) >= 400 &&
      (await this.bans.awaitEnd(exchange)) &&
      this.budget.refuseCleanup(request) === undefined
    )
      exchange = await this.transmit(request, this.client.send);
    if (isUnreachable(exchange)) await this.starts.startIfEnded('checks');
    return exchange;
  }
}

type Transmit<T> = (request: ClientRequest) => Promise<T>;

/** Creates a meter for a client. Requests that the client sends itself for tokens count, too. */
export function createRequestMeter(client: OpenClient, limits: RunLimits) {
  const gate = new Gate(client, limits);
  const { retries, health, bans, starts, outages } = gate;
  return {
    /**
     * Sends a request once, after the waits that the service asked for. To send it again after 429, wrap it in `retries`,
     * as the case client does. Throws {@link UnsentError} when the run is over.
     */
    send: (request: ClientRequest) => gate.send(request, client.send),
    raw: (request: ClientRequest) => gate.send(request, client.raw),
    abort: (request: ClientRequest, how: 'whole' | 'half') =>
      gate.send({ ...request, isHasty: true }, (aborted) => client.abort(aborted, how)),
    /** Sends a cleanup request from the reserve; an exchange without an answer when the reserve is spent. */
    sendUnmetered: (request: ClientRequest) => gate.sendUnmetered(request),
    /** Why the run is over, or undefined while it goes on. */
    describeEnd() {
      const why = (gate.end() ?? starts.whyEnded())?.why;
      const outage = outages.describeOutage();
      return why === undefined || outage === undefined ? why : `${why}; when it stopped, ${outage}`;
    },
    /** The same with its cause. */
    end: () => gate.end(),
    /** The first request without an answer, where the run ended because none had one after it. */
    findHung: () => health.findHung(),
    /** Keeps a share of the limits for later. */
    keep: (share: number) => gate.budget.keep(share),
    /** Number of requests that began. */
    sent: () => gate.budget.sent(),
    /** What the limits still allow: requests, and milliseconds. */
    left: () => ({ requests: gate.budget.leftRequests(), ms: gate.budget.leftMs() }),
    /** Why a request was not sent, even if the budget has a remainder again since. */
    describeDenied: () => gate.denied,
    spent: client.count,
    retries,
    outages,
    starts,
    ages: createCacheAges(),
    /** Methods and paths that are known to require conditional writes. */
    conditional: new Set<string>(),
    /** What PUT must have as it is, by method and path. */
    carried: new Map<string, readonly string[]>(),
    notes: () => [...retries.notes(), ...health.notes(), ...bans.notes(), ...outages.notes(), ...starts.notes()],
  };
}
