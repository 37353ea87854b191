import { clock, pause } from '../../model/clock.js';
import { type Exchange, header, type RawExchange } from '../../model/exchange.js';
import { isCached } from '../../rule/http/cached-answer.js';
import type { Order } from '../../rule/http/request.js';
import type { Settling } from '../read-delay.js';

/** Sees to it, for one case, that what is read is no older than what the case wrote. */
export interface Settler {
  /** Waits until a read may count; at once for everything else. */
  ready(order: Pick<Order, 'method' | 'path'>): Promise<void> | undefined;
  /** Takes note of a write when it is over. */
  heed(order: Pick<Order, 'method'>): void;
  /** Milliseconds after which a cache would have to answer with something younger than the last write; undefined where it did. */
  staleMs(order: Pick<Order, 'method'>, exchange: Pick<Exchange | RawExchange, 'answer'>): number | undefined;
}

/** Path of the collection, and how long reads of it and of its items are held back after a write. */
export type Settled = Settling & { readonly listPath: string };

const safe = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND']);

/** Begins a case in which nothing was written yet. */
export function settlerOf(settling?: Settled): Settler {
  let writtenAt = Number.NEGATIVE_INFINITY;
  const isPatient = settling !== undefined && Math.max(settling.itemMs, settling.listMs) > 0;
  const windowMs = (path: string) => {
    if (settling === undefined) return 0;
    return path.split('?')[0] === settling.listPath ? settling.listMs : settling.itemMs;
  };
  return {
    ready({ method, path }) {
      if (!isPatient || !safe.has(method) || method === 'OPTIONS') return undefined;
      const left = writtenAt + windowMs(path) - clock.now();
      return left > 0 ? pause(left) : undefined;
    },
    heed({ method }) {
      if (!safe.has(method)) writtenAt = clock.now();
    },
    staleMs({ method }, exchange) {
      if (!safe.has(method) || writtenAt === Number.NEGATIVE_INFINITY) return undefined;
      const ageMs = youngestMs(exchange);
      const left = ageMs === undefined ? 0 : writtenAt + ageMs - clock.now();
      return left > 0 ? left : undefined;
    },
  };
}

/** So old may be what a cache answered with: its age is told in whole seconds (RFC 9111 §5.1). */
function youngestMs(exchange: Pick<Exchange | RawExchange, 'answer'>): number | undefined {
  const age = exchange.answer === undefined ? undefined : header(exchange.answer, 'age');
  if (age !== undefined && /^\d{1,9}$/.test(age)) return (Number(age) + 1) * 1_000;
  return isCached(exchange as Exchange) ? 1_000 : undefined;
}
