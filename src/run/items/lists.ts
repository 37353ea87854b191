import { isEquivalent } from '../../model/difference.js';
import { hasStatus } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import { readItemId } from '../../model/service/item-id.js';
import type { Collection } from '../../model/service/subject.js';
import type { Listing, Page, Walk, WalkOptions } from '../../rule/http/page.js';
import type { CaseClient } from './case-client.js';
import { buildFirstPagePath, readPage } from './read-page.js';

/** Whether two pages show the same items in the same order. Entries without an id may be equal, and prove nothing. */
function isSamePage(collection: Collection, entries: readonly Json[], before: readonly Json[]): boolean {
  if (entries.length === 0 || entries.length !== before.length) return false;
  const ids = entries.map((entry) => readItemId(entry, collection));
  return ids.every((found, i) => found !== undefined && found === readItemId(before[i], collection));
}

/** Whether a page that the kit asked for by its number has the entries of the one before it, and both have fewer than were asked for. */
function isShortPageAgain({ pagination }: Collection, { exchange, entries = [] }: Page, before: Page): boolean {
  const { size } = pagination.params;
  if (isTold(before) || size === undefined || entries.length === 0) return false;
  const asked = Number(new URLSearchParams(exchange.path.split('?')[1]).get(size) ?? Number.NaN);
  return entries.length < asked && isEquivalent([...entries], [...(before.entries ?? [])]);
}

/** Whether a page says that there is a next one. */
const isTold = ({ isReported, isPromised }: Page): boolean => isReported || isPromised === true;

/** Number of pages in a row with the same entries, more than one each, after which a list is read no further. */
const mostEqualPages = 3;

/** Whether the last pages all have the same entries, as those behind the end may have, without ids. */
function isStuck(pages: readonly Page[]): boolean {
  const [first, ...others] = pages.slice(-mostEqualPages).map(({ entries = [] }) => entries);
  if (first === undefined || first.length < 2 || others.length < mostEqualPages - 1) return false;
  return others.every((entries) => isEquivalent([...entries], [...first]));
}

/** Default page sizes of services: a list with that many entries may be the first page of a longer one. */
const usualPageSizes: ReadonlySet<number> = new Set([
  ...[5, 10, 15, 20, 25, 30, 50, 100, 200, 250, 500, 1_000, 2_000, 5_000, 10_000],
]);

export interface ListContext {
  readonly collection: Collection;
  readonly wire: CaseClient;
  readonly baseUrl: string;
}

/** Maximum number of pages of one search. */
const maxPages = 30;

/** Reads one page. Throws {@link InconclusiveError} when it gets no answer. */
export async function fetchPage({ collection, wire, baseUrl }: ListContext, asked: string): Promise<Page> {
  const exchange = await wire.send({ method: 'GET', path: asked, headers: { 'cache-control': 'no-cache' } });
  return readPage(collection, exchange, asked, baseUrl);
}

/**
 * Walks from page to page until `isEnough` or the end of the list; stops at loops and at the page limit. Throws {@link
 * InconclusiveError} when a page gets no answer.
 */
export async function walkPages(shop: ListContext, walking: WalkOptions = {}): Promise<Walk> {
  const { maxPages: most = maxPages, isEnough = () => false, between, from } = walking;
  const entries: Json[] = [];
  const pages: Page[] = [];
  const visited = new Set<string>();
  const over = (ended: Walk['ended']): Walk => ({ pages, entries, ended });
  for (
    let asked: string | undefined = from ?? buildFirstPagePath(shop.collection, walking.size);
    asked !== undefined;
  ) {
    if (visited.has(asked)) return over('loop');
    if (pages.length >= most) return over('cap');
    visited.add(asked);
    const seen: Page = pages.length === 0 ? await fetchFirstPage(shop, asked, walking) : await fetchPage(shop, asked);
    const stop = detectWalkEnd(shop.collection, seen, pages.at(-1));
    pages.push(seen);
    if (stop !== undefined) return over(stop);
    // In a loop, because spreading a very large page into push() overflows the stack.
    for (const entry of seen.entries ?? []) entries.push(entry);
    if (isEnough(entries)) return over('enough');
    asked = seen.next;
    if (asked !== undefined) await between?.(pages);
  }
  return over(mayGoOn(shop.collection, pages, entries.length) ? 'cut' : 'end');
}

/** Reads the first page; without a page size when the default one is above the maximum of the service. */
async function fetchFirstPage(shop: ListContext, asked: string, { from, size }: WalkOptions): Promise<Page> {
  const seen = await fetchPage(shop, asked);
  const { collection } = shop;
  const isGuess = from === undefined && size === undefined && collection.pagination.maxSize === undefined;
  const plain = buildFirstPagePath(collection, null);
  return isGuess && asked !== plain && hasStatus(seen.exchange, 400, 422) ? fetchPage(shop, plain) : seen;
}

/** Why a walk ends at this page although it has a next link; undefined when it goes on. */
function detectWalkEnd(collection: Collection, seen: Page, before: Page | undefined): Walk['ended'] | undefined {
  if (seen.entries === undefined) {
    // A service may refuse a page past the end, if the kit computed its number.
    const isPastEnd =
      before !== undefined && !before.isReported && !before.isPromised && hasStatus(seen.exchange, 404, 400, 416);
    return isPastEnd ? 'end' : 'trouble';
  }
  if (before?.entries === undefined) return undefined;
  const isSame = isSamePage(collection, seen.entries, before.entries) || isShortPageAgain(collection, seen, before);
  if (!isSame) return undefined;
  return isTold(before) || collection.pagination.pastEnd !== 'last-page' ? 'repeat' : 'end';
}

/**
 * Reads the pages of a collection until `isEnough`, the end, or the page limit. Throws {@link InconclusiveError} when a
 * page gets no answer.
 */
export async function listItems(shop: ListContext, isEnough?: (entries: readonly Json[]) => boolean): Promise<Listing> {
  let before: readonly Page[] = [];
  const { pages, entries, ended } = await walkPages(shop, {
    isEnough: (found) => isEnough?.(found) === true || isStuck(before),
    between: async (seen) => {
      before = seen;
    },
  });
  const last = pages.at(-1);
  return {
    entries,
    isWhole:
      ended === 'end' ||
      (ended === 'enough' && last?.next === undefined && !last?.isPromised) ||
      (ended === 'repeat' && shop.collection.pagination.pastEnd === undefined && showsLastPageAgain(pages)),
    trouble: ended === 'trouble' ? `the service returned no page (exchange ${last?.exchange.n})` : undefined,
    pages: pages.map(({ exchange }) => exchange),
    totals: pages.map(({ total }) => total),
  };
}

/**
 * Whether a repeated page is the last one, which the service shows for each number past the end: another page was shown before, so the
 * number counts, or the first has not as many entries as pages usually have.
 */
function showsLastPageAgain(pages: readonly Page[]): boolean {
  const before = pages.at(-2);
  if (before === undefined || isTold(before)) return false;
  return pages.length > 2 || !usualPageSizes.has(before.entries?.length ?? 0);
}

/**
 * Whether a list may continue after its last known page, because the service says so, or how it is paged, or where it has its tokens, is
 * unknown: the service reports more items than it showed (`shown`), or showed as many as pages usually have.
 */
function mayGoOn({ pagination }: Collection, pages: readonly Page[], shown: number): boolean {
  const last = pages.at(-1);
  if (last?.isPromised || last?.brokenLinks?.next !== undefined) return true;
  const isSingle = pages.length === 1 && last?.isReported === false;
  if (last === undefined || !(pagination.style === 'unknown' || (pagination.style === 'cursor' && isSingle)))
    return false;
  const { total } = last;
  return total === undefined ? usualPageSizes.has(shown) : total > shown;
}
