import { clock, pause } from '../../model/clock.js';
import { answered } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import type { Listing, Page, Walk, Walking } from '../../rule/http/page.js';
import type { Wire } from './case-client.js';
import { firstPage, isSamePage, readPage } from './read-page.js';

/** What a walk needs to know. */
export interface Shelf {
  readonly collection: Collection;
  readonly wire: Wire;
  readonly baseUrl: string;
}

/** Most pages that one look through a collection takes. */
const pageCap = 30;

/** Reads one page. Throws Doubt when it is not answered. */
export async function page({ collection, wire, baseUrl }: Shelf, asked: string): Promise<Page> {
  const exchange = await wire.send({ method: 'GET', path: asked, headers: { 'cache-control': 'no-cache' } });
  return readPage(collection, exchange, asked, baseUrl);
}

/** Walks from page to page until there is enough, or to the end; loops and walks without end are cut. Throws Doubt when a page is not answered. */
export async function walk(shop: Shelf, walking: Walking = {}): Promise<Walk> {
  const { most = pageCap, isEnough = () => false, between, from } = walking;
  const entries: Json[] = [];
  const pages: Page[] = [];
  const visited = new Set<string>();
  const over = (ended: Walk['ended']): Walk => ({ pages, entries, ended });
  for (let asked: string | undefined = from ?? firstPage(shop.collection, walking.size); asked !== undefined; ) {
    if (visited.has(asked)) return over('loop');
    if (pages.length >= most) return over('cap');
    visited.add(asked);
    const seen: Page = pages.length === 0 ? await firstOf(shop, asked, walking) : await page(shop, asked);
    const stop = stopAt(shop.collection, seen, pages.at(-1));
    pages.push(seen);
    if (stop !== undefined) return over(stop);
    addAll(entries, seen.entries);
    if (isEnough(entries)) return over('enough');
    asked = seen.next;
    if (asked !== undefined) await between?.(pages);
  }
  return over('end');
}

/** One by one: a page of a million entries is more than can be handed over at once. */
function addAll(entries: Json[], more: readonly Json[] = []): void {
  for (const entry of more) entries.push(entry);
}

/** The first page; without a size where the one that is asked for when none is known is more than is allowed. */
async function firstOf(shop: Shelf, asked: string, { from, size }: Walking): Promise<Page> {
  const seen = await page(shop, asked);
  const { collection } = shop;
  const isGuess = from === undefined && size === undefined && collection.pagination.maxSize === undefined;
  const plain = firstPage(collection, null);
  return isGuess && asked !== plain && answered(seen.exchange, 400, 422) ? page(shop, plain) : seen;
}

/** Why a walk ends with a page whatever it names as next; undefined when it goes on. */
function stopAt(collection: Collection, seen: Page, before: Page | undefined): Walk['ended'] | undefined {
  if (seen.entries === undefined) return isCountedPast(seen, before) ? 'end' : 'trouble';
  if (before?.entries === undefined || !isSamePage(collection, seen.entries, before.entries)) return undefined;
  return before.isTold || collection.pagination.pastEnd !== 'last-page' ? 'repeat' : 'end';
}

/** Past the end, where the kit counted by itself and went one too far, a service may refuse. */
const isCountedPast = ({ exchange }: Page, before: Page | undefined): boolean =>
  before !== undefined && !before.isTold && answered(exchange, 404, 400, 416);

/** Looks through the pages of a collection until there is enough, or to the end, or to the cap. Throws Doubt when a page is not answered. */
export async function list(shop: Shelf, isEnough?: (entries: readonly Json[]) => boolean): Promise<Listing> {
  const { pages, entries, ended } = await walk(shop, isEnough && { isEnough });
  const last = pages.at(-1);
  return {
    entries,
    isWhole: ended === 'end' || (ended === 'enough' && last?.next === undefined),
    trouble: ended === 'trouble' ? `no page (exchange ${last?.exchange.n})` : undefined,
    pages: pages.map(({ exchange }) => exchange),
  };
}

/** Looks again and again, ever more seldom, until it is settled or the window closes; gives the last look. */
export async function until<T>(look: () => Promise<T>, isSettled: (seen: T) => boolean, windowMs: number): Promise<T> {
  const end = clock.now() + windowMs;
  let seen = await look();
  for (let wait = 20; !isSettled(seen) && clock.now() + wait < end; wait *= 2) {
    await pause(wait);
    seen = await look();
  }
  return seen;
}
