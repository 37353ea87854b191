import { type Exchange, getHeader } from '../../model/exchange.js';

const cacheFields = ['x-cache', 'cf-cache-status', 'x-cache-status'];

/** Whether a response says that a cache answered instead of the service. */
export function isCached({ answer }: Pick<Exchange, 'answer'>): boolean {
  if (answer === undefined) return false;
  for (const name of cacheFields)
    if (answer.headers[name] !== undefined && /hit/i.test(getHeader(answer, name) ?? '')) return true;
  return answer.headers.age !== undefined && Number(getHeader(answer, 'age')) > 0;
}
