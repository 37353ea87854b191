import { clock, pause } from '../../model/clock.js';
import { type Exchange, getHeader, type RawExchange } from '../../model/exchange.js';
import { isCached } from '../../rule/http/cached-answer.js';
import type { HttpRequest } from '../../rule/http/request.js';
import type { ReadDelay } from '../read-delay.js';

/** The path of the collection, and the waits for reads of it and of its items after a write. */
export type ListReadDelay = ReadDelay & { readonly listPath: string };

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND']);

/** Starts a case without writes. */
export function createVisibilityWaiter(settling?: ListReadDelay) {
  let writtenAt = Number.NEGATIVE_INFINITY;
  const isPatient = settling !== undefined && Math.max(settling.itemMs, settling.listMs) > 0;
  const windowMs = (path: string) => {
    if (settling === undefined) return 0;
    return path.split('?')[0] === settling.listPath ? settling.listMs : settling.itemMs;
  };
  return {
    /** Waits until a read may be sent; returns at once for other requests. */
    awaitReady({ method, path }: Pick<HttpRequest, 'method' | 'path'>): Promise<void> | undefined {
      if (!isPatient || !safeMethods.has(method) || method === 'OPTIONS') return undefined;
      const left = writtenAt + windowMs(path) - clock.now();
      return left > 0 ? pause(left) : undefined;
    },
    /** Records a completed write. */
    record({ method }: Pick<HttpRequest, 'method'>): void {
      if (!safeMethods.has(method)) writtenAt = clock.now();
    },
    /** Milliseconds until a cache must return content newer than the last write; undefined when it already does. */
    staleMs(
      { method }: Pick<HttpRequest, 'method'>,
      exchange: Pick<Exchange | RawExchange, 'answer'>,
    ): number | undefined {
      if (!safeMethods.has(method) || writtenAt === Number.NEGATIVE_INFINITY) return undefined;
      const ageMs = computeCachedAgeMs(exchange);
      const left = ageMs === undefined ? 0 : writtenAt + ageMs - clock.now();
      return left > 0 ? left : undefined;
    },
  };
}

/** Age of a cached response in milliseconds; caches report whole seconds (RFC 9111 §5.1). */
function computeCachedAgeMs(exchange: Pick<Exchange | RawExchange, 'answer'>): number | undefined {
  const age = exchange.answer === undefined ? undefined : getHeader(exchange.answer, 'age');
  if (age !== undefined && /^\d{1,9}$/.test(age)) return (Number(age) + 1) * 1_000;
  return isCached(exchange as Exchange) ? 1_000 : undefined;
}
