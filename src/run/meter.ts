import type { Exchange, OpenClient, RawExchange, Request } from '../http/index.js';
import { Doubt } from '../rule/index.js';
import { type Patience, patienceOf } from './patience.js';

/** Counts what a run spends, and ends it when there is nothing left to spend. */
export interface Meter {
  /** Sends, or throws Doubt('budget') when the run is over. */
  send(request: Request): Promise<Exchange>;
  raw(request: Request): Promise<RawExchange>;
  tear(request: Request, how: 'whole' | 'half'): Promise<Exchange>;
  /** Sends past the budget: cleanup was paid for when the thing was made. */
  sendUnmetered(request: Request): Promise<Exchange>;
  /** Why the run is over, or undefined while it goes on. */
  over(): string | undefined;
  /** Why something was not sent, be it that there is a rest to spend again since. */
  denied(): string | undefined;
  spent(): number;
  /** How long is waited where the service asks for it. */
  readonly patience: Patience;
}

/** Limits of a run. */
export interface Limits {
  readonly maxRequests: number;
  readonly maxSeconds: number;
  readonly signal: AbortSignal | undefined;
  /** Requests that cleaning up will need: one for each thing that stands. */
  readonly owed: () => number;
  /** Sees every exchange. */
  readonly notice?: (exchange: Exchange | RawExchange) => void;
}

/** Requests in a row without any answer after which the target counts as lost. */
const lostAfter = 5;

/** Puts a meter before a client. Requests that the client sends by itself, for tokens, are spent as well. */
export function meterOf(client: OpenClient, { maxRequests, maxSeconds, signal, owed, notice }: Limits): Meter {
  const endsAt = performance.now() + maxSeconds * 1000;
  const before = client.count();
  const patience = patienceOf(() => (signal?.aborted ? 0 : endsAt - performance.now()));
  let begun = 0;
  const spent = () => Math.max(begun, client.count() - before);
  let silences = 0;
  let denied: string | undefined;
  const over = () => {
    if (signal?.aborted) return 'interrupted';
    if (silences >= lostAfter) return 'the target no longer answers';
    if (spent() + owed() >= maxRequests) return `the budget of ${maxRequests} requests is spent`;
    return performance.now() > endsAt ? `the ${maxSeconds} seconds are over` : undefined;
  };
  const metered = async <T extends Exchange | RawExchange>(go: () => Promise<T>): Promise<T> => {
    await patience.open();
    const why = over();
    if (why !== undefined) {
      denied ??= why;
      throw new Doubt('budget', why);
    }
    begun += 1;
    const exchange = await go();
    notice?.(exchange);
    silences = exchange.silence !== undefined && isLoss(exchange.silence) ? silences + 1 : 0;
    return exchange;
  };
  return {
    send: (request) => metered(() => client.send(request)),
    raw: (request) => metered(() => client.raw(request)),
    tear: (request, how) => metered(() => client.tear(request, how)),
    async sendUnmetered(request) {
      await patience.open();
      begun += 1;
      return client.send(request);
    },
    over,
    denied: () => denied,
    spent,
    patience,
  };
}

const isLoss = (silence: string) => /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT/.test(silence);
