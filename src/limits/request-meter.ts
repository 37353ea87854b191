import type { OpenClient } from '../http/client.js';
import { type ClientRequest, type SentExchange, type SentRawExchange, unsentNumber } from '../http/exchange.js';
import { InconclusiveError } from '../rule/finding.js';
import { type Budget, createBudget } from './budget.js';
import { type CacheAges, createCacheAges } from './cache-age.js';
import { isSafeMethod } from './classify-answer.js';
import { createServiceHealth, type End, type ServiceHealth } from './health.js';
import type { RunLimits } from './limits.js';
import { createRetryPolicy, type RetryPolicy } from './retry-policy.js';

/** Counts the requests of a run, and ends it when the budget is spent. */
export interface RequestMeter {
  /** Sends a request. Throws {@link UnsentError} when the run is over. */
  send(request: ClientRequest): Promise<SentExchange>;
  raw(request: ClientRequest): Promise<SentRawExchange>;
  abort(request: ClientRequest, how: 'whole' | 'half'): Promise<SentExchange>;
  /** Sends a cleanup request from the reserve; an exchange without an answer when the reserve is spent. */
  sendUnmetered(request: ClientRequest): Promise<SentExchange>;
  /** Why the run is over, or undefined while it goes on. */
  describeEnd(): string | undefined;
  /** The same with its cause. */
  end(): End | undefined;
  /** Why a request was not sent, even if the budget has a remainder again since. */
  describeDenied(): string | undefined;
  spent(): number;
  /** The waits that the service asks for. */
  readonly patience: RetryPolicy;
  /** What is known about caches. */
  readonly ages: CacheAges;
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
  const patience = createRetryPolicy(leftMs, budget.canSpare);
  const endurance = createServiceHealth({ holdUp: patience.holdUp, leftMs });
  const end = () => findStopReason(limits, endurance, budget);
  const { metered, denied } = createMeteredSend({ client, limits, budget, patience, endurance, end });
  return {
    send: (request) => metered(request, client.send),
    raw: (request) => metered(request, client.raw),
    abort: (request, how) => metered({ ...request, isHasty: true }, (torn) => client.abort(torn, how)),
    async sendUnmetered(request) {
      await patience.awaitTurn();
      const why = budget.refuseCleanup(request);
      if (why !== undefined) return { ...request, n: unsentNumber, answer: undefined, silence: why };
      return budget.countRequest(() => client.send(request));
    },
    describeEnd: () => end()?.why,
    end,
    describeDenied: denied,
    spent: budget.spent,
    patience,
    ages: createCacheAges(),
    notes: () => [...patience.notes(), ...endurance.notes()],
  };
}

function findStopReason({ signal, trouble }: RunLimits, endurance: ServiceHealth, budget: Budget): End | undefined {
  if (signal?.aborted) return { cause: 'budget', why: 'interrupted' };
  const why = trouble?.();
  return why === undefined ? (endurance.end() ?? budget.end()) : { cause: 'budget', why };
}

interface MeterParts {
  readonly client: OpenClient;
  readonly limits: RunLimits;
  readonly budget: Budget;
  readonly patience: RetryPolicy;
  readonly endurance: ServiceHealth;
  readonly end: () => End | undefined;
}

function createMeteredSend({ client, limits, budget, patience, endurance, end }: MeterParts) {
  let denied: string | undefined;
  const deny = ({ cause, why }: End): never => {
    denied ??= why;
    throw new UnsentError(cause, why);
  };
  const isCalledOff = () => limits.signal?.aborted === true || budget.leftMs() <= 0;
  const within = (request: ClientRequest): ClientRequest => {
    // A safe request may be aborted at any time; other requests run to their end, so that their outcome is known.
    if (!isSafeMethod(request.method)) return { ...request, isCalledOff };
    const timeoutMs = Math.max(1, Math.min(request.timeoutMs ?? client.timeoutMs, budget.leftMs()));
    return { ...request, isCalledOff, timeoutMs };
  };
  type Go<T> = (within: ClientRequest) => Promise<T>;
  const metered = async <T extends SentExchange | SentRawExchange>(request: ClientRequest, go: Go<T>): Promise<T> => {
    const opening = awaitTurn(request, endurance, patience);
    if (opening !== undefined) await opening;
    const over = end();
    if (over !== undefined) return deny(over);
    throwIfBarred(endurance, request);
    const exchange = await budget.countRequest(() => go(within(request)));
    if (exchange.n === unsentNumber)
      return deny(end() ?? { cause: 'budget', why: exchange.silence ?? 'the request was not sent' });
    limits.onExchange?.(exchange);
    if (!request.isHasty) endurance.record(exchange);
    // A safe request aborted at the end of the run says nothing about the service.
    if (exchange.silence !== undefined && isSafeMethod(request.method) && budget.leftMs() <= 0)
      return deny(describeLateExchange(exchange));
    return exchange;
  };
  return { metered, denied: () => denied };
}

/** Waits for this kind of request, then for the whole service; undefined when there is no wait. */
function awaitTurn({ method, path, isHasty }: ClientRequest, endurance: ServiceHealth, patience: RetryPolicy) {
  const own = isHasty ? undefined : endurance.awaitOpen(method, path);
  return own === undefined ? patience.awaitTurn() : own.then(patience.awaitTurn);
}

/** Stopping one kind of request does not end the run. */
function throwIfBarred(endurance: ServiceHealth, { method, path, isHasty }: ClientRequest): void {
  const bar = isHasty ? undefined : endurance.findBlock(method, path);
  if (bar !== undefined) throw new UnsentError(bar.cause, bar.why);
}

const describeLateExchange = ({ method, path, n }: SentExchange | SentRawExchange): End => ({
  cause: 'budget',
  why: `${method} ${path} was waiting for its answer when the time was over (exchange ${n})`,
});
