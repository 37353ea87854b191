import type { Request, Exchange as SentExchange, RawExchange as SentRaw } from '../../http/exchange.js';
import { mayAskAgain } from '../../limits/classify-answer.js';
import type { Meter } from '../../limits/request-meter.js';
import { pause } from '../../model/clock.js';
import type { Exchange, RawExchange } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import { Doubt } from '../../rule/finding.js';
import type { Order, Tear } from '../../rule/http/request.js';
import { type Settled, settlerOf } from './await-visibility.js';
import { formOf, isForm } from './form-content.js';

/** The wire of one case: everything that leaves is remembered, and what says nothing about the rule ends the case. */
export interface Wire {
  send(order: Order): Promise<Exchange>;
  raw(order: Order): Promise<RawExchange>;
  /** As `send`, without waiting or ending the case for what came back. */
  ask(order: Order): Promise<Exchange>;
  /** Sends and tears the connection. */
  tear(order: Order, how: Tear): Promise<Exchange>;
  /** All exchanges of the case in order. */
  readonly seen: readonly (SentExchange | SentRaw)[];
}

/** Statuses by which a service or something before it says that it cannot answer now (RFC 9110 §15.6, RFC 6585 §4). */
const busy = new Set([429, 502, 503, 504]);

/** How often, and how long, a cache is waited for that may answer with what was there before a write. */
const cacheTries = 3;
const cacheMs = 3_500;

/** How reads of a case are made: when, and whether all of them must reach the service. */
export type Reading = Settled & { readonly isPastCaches?: boolean };

/** Opens the wire of one case of a trial; what was written is left alone before it is read, for the times that are given. */
export function wireOf(meter: Meter, trial: string, settled?: Reading): Wire {
  const seen: (SentExchange | SentRaw)[] = [];
  const settler = settlerOf(settled);
  const ask = async (order: Order) => {
    const settling = settler.ready(order);
    if (settling !== undefined) await settling;
    const exchange = await meter.send(requestOf(order, trial));
    seen.push(exchange);
    settler.heed(order);
    return meter.ages.heed(order, exchange) as Exchange;
  };
  const patiently = (order: Order) => meter.patience.patiently(() => ask(order), mayAskAgain(order.method));
  const keptMs = settled?.isPastCaches ? meter.ages.keptMs : () => undefined;
  const youngOf = youngBy(settler.staleMs, keptMs);
  const send = (order: Order): Promise<Exchange> => youngOf(order, () => patiently(order));
  return {
    seen,
    ask,
    send,
    tear: async (order, how) => {
      const exchange = await meter.tear(requestOf(order, trial), how);
      seen.push(exchange);
      settler.heed(order);
      return exchange as Exchange;
    },
    raw: (order) => {
      const ask = async () => {
        await settler.ready(order);
        const got = await meter.raw(requestOf(order, trial));
        seen.push(got);
        settler.heed(order);
        return meter.ages.heed(order, got) as RawExchange;
      };
      return youngOf(order, () => meter.patience.patiently(ask, mayAskAgain(order.method)));
    },
  };
}

type Waited = (order: Order, exchange: Exchange | RawExchange) => number | undefined;

/**
 * Asks again while a cache may answer with what was there before the last write, and while it answers at all where the
 * service itself must. Throws Doubt('noise') where that takes too long.
 */
function youngBy(staleMs: Waited, keptMs: Waited) {
  return async <E extends Exchange | RawExchange>(order: Order, go: () => Promise<E>): Promise<E> => {
    for (let i = 0; ; i += 1) {
      const exchange = decided(await go());
      const ms = staleMs(order, exchange);
      const waitMs = ms ?? keptMs(order, exchange);
      if (waitMs === undefined) return exchange;
      if (i === cacheTries || waitMs > cacheMs) {
        const { method, path, n } = exchange;
        const what = ms === undefined ? 'in place of the service' : 'with what was there before the last write';
        throw new Doubt('noise', `a cache may have answered ${method} ${path} ${what} (exchange ${n})`);
      }
      await pause(waitMs);
    }
  };
}

/** The exchange when it says something; otherwise the end of the case. Throws Doubt('no-answer' | 'refused'). */
function decided<E extends Exchange | RawExchange>(exchange: E): E {
  const { answer, silence, method, path, n } = exchange;
  if (answer === undefined)
    throw new Doubt('no-answer', `${method} ${path} was not answered (exchange ${n}): ${silence}`);
  if (!busy.has(answer.status)) return exchange;
  const cause = answer.status === 429 ? 'refused' : 'no-answer';
  throw new Doubt(cause, `${method} ${path} was answered ${answer.status} (exchange ${n})`);
}

function requestOf({ method, path, headers, json, text, role, as }: Order, trial: string): Request {
  const isFormed = isForm(headers?.['content-type']);
  if (isFormed && /^\s*[[{"]/.test(text ?? ''))
    throw new Doubt('no-usable-case', 'its content is a form, and the rule words JSON by hand');
  const content = text ?? (json === undefined ? undefined : isFormed ? formOf(json) : JSON.stringify(json));
  const typed =
    json === undefined || headers?.['content-type'] ? headers : { 'content-type': 'application/json', ...headers };
  // Written for each request of a run: what is absent is left out without a copy of the rest.
  const request: { -readonly [Part in keyof Request]: Request[Part] } = { method, path, trial };
  if (typed) request.headers = typed;
  if (content !== undefined) request.content = content;
  if (role) request.role = role;
  if (as) request.as = as;
  return request;
}

/** A JSON value as the body of an order with a media type. */
export const carrying = (json: Json, mediaType: string | undefined): Pick<Order, 'json' | 'headers'> => ({
  json,
  headers: { 'content-type': mediaType ?? 'application/json' },
});
