import { type Exchange, header } from '../../model/exchange.js';

/** Whether a cache says that it answered in place of the service. */
export function isCached({ answer }: Pick<Exchange, 'answer'>): boolean {
  const isHit = ['x-cache', 'cf-cache-status', 'x-cache-status'].some((name) =>
    /hit/i.test(header(answer, name) ?? ''),
  );
  return isHit || Number(header(answer, 'age') ?? 0) > 0;
}
