import type { Collection } from '../../model/service/subject.js';
import type { Page } from '../../rule/http/page.js';
import { hasMoreFlag } from './read-page.js';

/** Default page sizes of services: a list with that many entries may be the first page of a longer one. */
const usualPageSizes: ReadonlySet<number> = new Set([
  ...[5, 10, 15, 20, 25, 30, 50, 100, 200, 250, 500, 1_000, 2_000, 5_000, 10_000],
]);

/**
 * Whether a list may continue after its last known page, because how it is paged is unknown: the service reports
 * more items than it showed (`shown`), or showed as many as pages usually have.
 */
export function mayGoOn({ pagination }: Collection, last: Page | undefined, shown: number): boolean {
  if (pagination.style !== 'unknown' || last === undefined) return false;
  const { exchange, total } = last;
  if (hasMoreFlag(exchange.answer?.json, true)) return true;
  return total === undefined ? usualPageSizes.has(shown) : total > shown;
}
