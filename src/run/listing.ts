import { setTimeout as pause } from 'node:timers/promises';
import { answered, type Collection, type Exchange, type Json, type Listing } from '../rule/index.js';
import { firstPage, isPastEnd, readPage } from './pages.js';
import type { Wire } from './wire.js';

/** What a walk needs to know. */
export interface Shelf {
  readonly collection: Collection;
  readonly wire: Wire;
  readonly baseUrl: string;
}

/** Most pages that one look through a collection takes. */
const pageCap = 30;

/** Walks the pages of a collection until there is enough, or to the end, or to the cap. Throws Doubt when a page is not answered. */
export async function list(
  shop: Shelf,
  isEnough: (entries: readonly Json[]) => boolean = () => false,
): Promise<Listing> {
  const entries: Json[] = [];
  const pages: Exchange[] = [];
  const visited = new Set<string>();
  let last: readonly Json[] = [];
  let asked: string | undefined = firstPage(shop.collection);
  while (asked !== undefined && !visited.has(asked) && pages.length < pageCap) {
    visited.add(asked);
    const exchange = await shop.wire.send({ method: 'GET', path: asked, headers: { 'cache-control': 'no-cache' } });
    pages.push(exchange);
    const page = readPage(
      shop.collection,
      exchange,
      asked,
      { pages: pages.length - 1, entries: entries.length },
      shop.baseUrl,
    );
    if (page === undefined) {
      const isEnd = pages.length > 1 && answered(exchange, 404, 400, 416);
      return {
        entries,
        isWhole: isEnd,
        trouble: isEnd ? undefined : `no page (exchange ${exchange.n})`,
        pages,
      };
    }
    if (isPastEnd(shop.collection, page.entries, last)) return { entries, isWhole: true, trouble: undefined, pages };
    last = page.entries;
    entries.push(...page.entries);
    asked = page.next;
    if (isEnough(entries)) return { entries, isWhole: asked === undefined, trouble: undefined, pages };
  }
  return { entries, isWhole: asked === undefined, trouble: undefined, pages };
}

/** Looks again and again, ever more seldom, until it is settled or the window closes; gives the last look. */
export async function until<T>(look: () => Promise<T>, isSettled: (seen: T) => boolean, windowMs: number): Promise<T> {
  const end = performance.now() + windowMs;
  let seen = await look();
  for (let wait = 20; !isSettled(seen) && performance.now() + wait < end; wait *= 2) {
    await pause(wait);
    seen = await look();
  }
  return seen;
}
