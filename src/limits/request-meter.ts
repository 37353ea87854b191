import type { OpenClient } from '../http/client.js';
import { type Exchange, type RawExchange, type Request, unsent } from '../http/exchange.js';
import { Doubt } from '../rule/finding.js';
import { type Budget, budgetOf } from './budget.js';
import { type Ages, agesOf } from './cache-age.js';
import { isSafe } from './classify-answer.js';
import { type End, type Endurance, enduranceOf } from './health.js';
import type { Limits } from './limits.js';
import { type Patience, patienceOf } from './retry-policy.js';

/** Counts what a run spends, and ends it when there is nothing left to spend. */
export interface Meter {
  /** Sends, or throws {@link Unsent} when the run is over. */
  send(request: Request): Promise<Exchange>;
  raw(request: Request): Promise<RawExchange>;
  tear(request: Request, how: 'whole' | 'half'): Promise<Exchange>;
  /** Sends out of what was put by for cleaning up when the thing was made; silence where there is nothing left of that. */
  sendUnmetered(request: Request): Promise<Exchange>;
  /** Why the run is over, or undefined while it goes on. */
  over(): string | undefined;
  /** The same with its cause. */
  end(): End | undefined;
  /** Why something was not sent, be it that there is a rest to spend again since. */
  denied(): string | undefined;
  spent(): number;
  /** How long is waited where the service asks for it. */
  readonly patience: Patience;
  /** What was learnt of caches. */
  readonly ages: Ages;
  /** What there is to say about all waits. */
  notes(): string[];
}

/** Ends a case because a request of it was not sent: nothing can have come of it. */
export class Unsent extends Doubt {}

/** Puts a meter before a client. Requests that the client sends by itself, for tokens, are spent as well. */
export function meterOf(client: OpenClient, limits: Limits): Meter {
  const { signal } = limits;
  const budget = budgetOf(client, limits);
  const leftMs = () => (signal?.aborted ? 0 : budget.leftMs());
  const patience = patienceOf(leftMs, budget.canSpare);
  const endurance = enduranceOf({ close: patience.close, leftMs });
  const end = () => endOf(limits, endurance, budget);
  const { metered, denied } = meteredBy({ client, limits, budget, patience, endurance, end });
  return {
    send: (request) => metered(request, client.send),
    raw: (request) => metered(request, client.raw),
    tear: (request, how) => metered({ ...request, isHasty: true }, (torn) => client.tear(torn, how)),
    async sendUnmetered(request) {
      await patience.open();
      const why = budget.cleaning(request);
      if (why !== undefined) return { ...request, n: unsent, answer: undefined, silence: why };
      return budget.paying(() => client.send(request));
    },
    over: () => end()?.why,
    end,
    denied,
    spent: budget.spent,
    patience,
    ages: agesOf(),
    notes: () => [...patience.notes(), ...endurance.notes()],
  };
}

function endOf({ signal, trouble }: Limits, endurance: Endurance, budget: Budget): End | undefined {
  if (signal?.aborted) return { cause: 'budget', why: 'interrupted' };
  const why = trouble?.();
  return why === undefined ? (endurance.end() ?? budget.end()) : { cause: 'budget', why };
}

interface Parts {
  readonly client: OpenClient;
  readonly limits: Limits;
  readonly budget: Budget;
  readonly patience: Patience;
  readonly endurance: Endurance;
  readonly end: () => End | undefined;
}

function meteredBy({ client, limits, budget, patience, endurance, end }: Parts) {
  let denied: string | undefined;
  const deny = ({ cause, why }: End): never => {
    denied ??= why;
    throw new Unsent(cause, why);
  };
  const isCalledOff = () => limits.signal?.aborted === true || budget.leftMs() <= 0;
  const within = (request: Request): Request => {
    // What is safe may be left alone at any time; what may be carried out is waited for, to know what came of it.
    if (!isSafe(request.method)) return { ...request, isCalledOff };
    const timeoutMs = Math.max(1, Math.min(request.timeoutMs ?? client.timeoutMs, budget.leftMs()));
    return { ...request, isCalledOff, timeoutMs };
  };
  type Go<T> = (within: Request) => Promise<T>;
  const metered = async <T extends Exchange | RawExchange>(request: Request, go: Go<T>): Promise<T> => {
    const opening = turnOf(request, endurance, patience);
    if (opening !== undefined) await opening;
    const over = end();
    if (over !== undefined) return deny(over);
    refuseBarred(endurance, request);
    const exchange = await budget.paying(() => go(within(request)));
    if (exchange.n === unsent) return deny(end() ?? { cause: 'budget', why: exchange.silence ?? 'it was not sent' });
    limits.notice?.(exchange);
    if (!request.isHasty) endurance.heed(exchange);
    // What was cut short by the end of the run says nothing of the service.
    if (exchange.silence !== undefined && isSafe(request.method) && budget.leftMs() <= 0) return deny(lateOf(exchange));
    return exchange;
  };
  return { metered, denied: () => denied };
}

/** Waits for what this kind of request has to wait for, then for what everybody has to; undefined where there is nothing. */
function turnOf({ method, path, isHasty }: Request, endurance: Endurance, patience: Patience) {
  const own = isHasty ? undefined : endurance.open(method, path);
  return own === undefined ? patience.open() : own.then(patience.open);
}

/** One kind of request that is left alone does not end the run. */
function refuseBarred(endurance: Endurance, { method, path, isHasty }: Request): void {
  const bar = isHasty ? undefined : endurance.barred(method, path);
  if (bar !== undefined) throw new Unsent(bar.cause, bar.why);
}

const lateOf = ({ method, path, n }: Exchange | RawExchange): End => ({
  cause: 'budget',
  why: `${method} ${path} was under way when the time was over (exchange ${n})`,
});
