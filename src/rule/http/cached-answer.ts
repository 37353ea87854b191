import type { Exchange } from '../../model/exchange.js';

const cacheFields = ['x-cache', 'cf-cache-status', 'x-cache-status'];

/** Whether a response says that a cache answered instead of the service. */
export function isCached({ answer }: Pick<Exchange, 'answer'>): boolean {
  if (answer === undefined) return false;
  const { headers } = answer;
  for (const name of cacheFields) if (/hit/i.test([headers[name] ?? ''].flat()[0] ?? '')) return true;
  return Number([headers.age ?? 0].flat()[0]) > 0;
}
