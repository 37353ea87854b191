import type { OpenClient } from '../http/client.js';
import { type ClientRequest, type SentExchange, type SentRawExchange, unsentNumber } from '../http/exchange.js';
import { InconclusiveError } from '../rule/finding.js';
import { type Budget, createBudget } from './budget.js';
import { type CacheAges, createCacheAges } from './cache-age.js';
import type { StopReason } from './circuit-breaker.js';
import { isSafeMethod, isUnreachable } from './classify-answer.js';
import { createServiceHealth, type ServiceHealth } from './health.js';
import { createOutageLog, type OutageLog } from './outages.js';
import { createRetryPolicy, type RetryPolicy } from './retry-policy.js';
import type { RunLimits } from './run-limits.js';
import { createServiceStarts, type ServiceStarts } from './service-starts.js';
import { hasUnusualOctets, omittedOctetsMessage } from './unusual-octets.js';

/** Counts the requests of a run, and ends it when the budget is spent. */
export interface RequestMeter {
  /**
   * Sends a request once, after the waits that the service asked for. To send it again after 429, wrap it in `retries`,
   * as the case client does. Throws {@link UnsentError} when the run is over.
   */
  send(request: ClientRequest): Promise<SentExchange>;
  raw(request: ClientRequest): Promise<SentRawExchange>;
  abort(request: ClientRequest, how: 'whole' | 'half'): Promise<SentExchange>;
  /** Sends a cleanup request from the reserve; an exchange without an answer when the reserve is spent. */
  sendUnmetered(request: ClientRequest): Promise<SentExchange>;
  /** Why the run is over, or undefined while it goes on. */
  describeEnd(): string | undefined;
  /** The same with its cause. */
  end(): StopReason | undefined;
  /** Why a request was not sent, even if the budget has a remainder again since. */
  describeDenied(): string | undefined;
  spent(): number;
  /** Sends requests again, and delays all others meanwhile. */
  readonly retries: RetryPolicy;
  /** For each time when the service stopped, the numbers of the exchanges that were under way. */
  listOutages(): readonly (readonly number[])[];
  /** What else is known about the times when the service stopped. */
  readonly outages: Pick<OutageLog, 'describeOutage' | 'listLastSuspects' | 'stoppedAt' | 'isOpen'>;
  /** The starts of a service that stopped. */
  readonly starts: ServiceStarts;
  /** What is known about caches. */
  readonly ages: CacheAges;
  /** Methods and paths that are known to require conditional writes. */
  readonly conditional: Set<string>;
  /** Notes about all waits for the report. */
  notes(): string[];
}

/** Ends a case because a request was not sent, so it cannot have had an effect. */
export class UnsentError extends InconclusiveError {}

/** Creates a meter for a client. Requests that the client sends itself for tokens count, too. */
export function createRequestMeter(client: OpenClient, limits: RunLimits): RequestMeter {
  const { signal } = limits;
  const budget = createBudget(client, limits);
  const leftMs = () => (signal?.aborted ? 0 : budget.leftMs());
  const retries = createRetryPolicy(leftMs, budget.canSpare);
  const health = createServiceHealth({ holdUp: retries.holdUp, leftMs });
  const starts = createServiceStarts(limits.process);
  const end = () => findStopReason(limits, health, budget) ?? starts.end();
  const outages = createOutageLog(limits.process !== undefined, limits.onStop);
  const { metered, denied } = createMeteredSend({ client, limits, budget, retries, health, outages, starts });
  const describeEnd = () => {
    const why = (end() ?? starts.whyEnded())?.why;
    const outage = outages.describeOutage();
    return why === undefined || outage === undefined ? why : `${why}; when it stopped, ${outage}`;
  };
  return {
    send: (request) => metered(request, client.send),
    raw: (request) => metered(request, client.raw),
    abort: (request, how) => metered({ ...request, isHasty: true }, (aborted) => client.abort(aborted, how)),
    async sendUnmetered(request) {
      await starts.awaitStart();
      await retries.awaitTurn();
      const why = starts.isOver() ? 'the service stopped' : budget.refuseCleanup(request);
      if (why !== undefined) return { ...request, n: unsentNumber, answer: undefined, silence: why };
      // A removal is often the first request that finds the service stopped.
      const complete = outages.begin(request);
      const exchange = await budget.countRequest(() => client.send(request));
      complete(exchange);
      if (isUnreachable(exchange)) await starts.startIfEnded('checks');
      return exchange;
    },
    describeEnd,
    end,
    describeDenied: denied,
    spent: budget.spent,
    retries,
    listOutages: outages.listOutages,
    outages,
    starts,
    ages: createCacheAges(),
    conditional: new Set(),
    notes: () => [...retries.notes(), ...health.notes(), ...outages.notes(), ...starts.notes()],
  };
}

function findStopReason(
  { signal, trouble, ...limits }: RunLimits,
  health: ServiceHealth,
  budget: Budget,
): StopReason | undefined {
  if (signal?.aborted) return { cause: 'budget', why: 'interrupted' };
  const why = trouble?.() ?? limits.findStopReason?.();
  return why === undefined ? (health.end() ?? budget.end()) : { cause: 'budget', why };
}

interface MeterParts {
  readonly client: OpenClient;
  readonly limits: RunLimits;
  readonly budget: Budget;
  readonly retries: RetryPolicy;
  readonly health: ServiceHealth;
  readonly outages: OutageLog;
  readonly starts: ServiceStarts;
}

function createMeteredSend({ client, limits, budget, retries, health, outages, starts }: MeterParts) {
  let denied: string | undefined;
  const deny = ({ cause, why }: StopReason): never => {
    denied ??= why;
    throw new UnsentError(cause, why);
  };
  // What confirms an outage is hasty, and is sent when the checks are over.
  const end = ({ isHasty }: ClientRequest) =>
    findStopReason(limits, health, budget) ?? (isHasty ? undefined : starts.end());
  const isCalledOff = () => limits.signal?.aborted === true || budget.leftMs() <= 0;
  const within = (request: ClientRequest): ClientRequest => {
    // A safe request may be aborted at any time; other requests run to their end, so that their outcome is known.
    if (!isSafeMethod(request.method)) return { ...request, isCalledOff };
    const timeoutMs = Math.max(1, Math.min(request.timeoutMs ?? client.timeoutMs, budget.leftMs()));
    return { ...request, isCalledOff, timeoutMs };
  };
  type Go<T> = (within: ClientRequest) => Promise<T>;
  const metered = async <T extends SentExchange | SentRawExchange>(request: ClientRequest, go: Go<T>): Promise<T> => {
    const opening = awaitTurn(request, { health, retries, starts });
    if (opening !== undefined) await opening;
    const over = end(request);
    if (over !== undefined) return deny(over);
    throwIfBarred(health, outages, request);
    throwIfUnusual(request, limits);
    const complete = outages.begin(request);
    const exchange = await budget.countRequest(() => go(within(request)));
    complete(exchange);
    if (exchange.n === unsentNumber)
      return deny(end(request) ?? { cause: 'budget', why: exchange.silence ?? 'the request was not sent' });
    limits.onExchange?.(exchange);
    if (!request.isHasty) await recordHealth(exchange, health, starts);
    // A safe request aborted at the end of the run says nothing about the service.
    if (exchange.silence !== undefined && isSafeMethod(request.method) && budget.leftMs() <= 0)
      return deny(describeLateExchange(exchange));
    return exchange;
  };
  return { metered, denied: () => denied };
}

/** A service that is started again is as good as a new one. */
async function recordHealth(
  exchange: SentExchange | SentRawExchange,
  health: ServiceHealth,
  starts: ServiceStarts,
): Promise<void> {
  if (isUnreachable(exchange) && (await starts.startIfEnded('checks'))) return;
  health.record(exchange);
}

/** Waits for a start and for this kind of request, then for the whole service; undefined when there is no wait. */
function awaitTurn(
  { method, path, isHasty }: ClientRequest,
  { health, retries, starts }: Pick<MeterParts, 'health' | 'retries' | 'starts'>,
) {
  const own = isHasty ? undefined : (starts.awaitStart() ?? health.awaitOpen(method, path));
  return own === undefined ? retries.awaitTurn() : own.then(retries.awaitTurn);
}

/** Stopping one kind of request does not end the run. */
function throwIfBarred(health: ServiceHealth, outages: OutageLog, request: ClientRequest): void {
  const { method, path, isHasty } = request;
  const block = isHasty ? undefined : (health.findBlock(method, path) ?? outages.findBlock(request));
  if (block !== undefined) throw new UnsentError(block.cause, block.why);
}

function throwIfUnusual(request: ClientRequest, { omitsUnusualOctets }: RunLimits): void {
  if (omitsUnusualOctets && hasUnusualOctets(request))
    throw new UnsentError('no-usable-case', omittedOctetsMessage, true);
}

const describeLateExchange = ({ method, path, n }: SentExchange | SentRawExchange): StopReason => ({
  cause: 'budget',
  why: `${method} ${path} was waiting for its answer when the time was over (exchange ${n})`,
});
