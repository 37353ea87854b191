import { type Exchange, getHeader } from '../../model/exchange.js';

/** Whether a response says that a cache answered instead of the service. */
export function isCached({ answer }: Pick<Exchange, 'answer'>): boolean {
  const isHit = ['x-cache', 'cf-cache-status', 'x-cache-status'].some((name) =>
    /hit/i.test(getHeader(answer, name) ?? ''),
  );
  return isHit || Number(getHeader(answer, 'age') ?? 0) > 0;
}
