import { type Exchange, getHeader } from '../../model/exchange.js';

const cacheFields = ['x-cache', 'cf-cache-status', 'x-cache-status'];

/** Whether a response says that a cache answered instead of the service. */
export function isCached({ answer }: Pick<Exchange, 'answer'>): boolean {
  for (const name of cacheFields) {
    const field = getHeader(answer, name);
    if (field !== undefined && /hit/i.test(field)) return true;
  }
  return Number(getHeader(answer, 'age') ?? 0) > 0;
}
