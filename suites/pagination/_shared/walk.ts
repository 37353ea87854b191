import {
  assume,
  type Collection,
  type Exchange,
  type Finding,
  http,
  type Item,
  type Items,
  inconclusive,
  needs,
  violated,
} from '#rule';

type Walk = Awaited<ReturnType<Items['walk']>>;
type WalkOptions = NonNullable<Parameters<Items['walk']>[0]>;

/** A walk, and the pages on which each item appeared, by id. */
export interface RecordedWalk {
  readonly walk: Walk;
  readonly pagesOf: ReadonlyMap<string, readonly Exchange[]>;
}

/** Walks through the pages, and records where each item appeared. */
export async function walkAndRecord(items: Items, walking: WalkOptions): Promise<RecordedWalk> {
  const walk = await items.walk(walking);
  const pagesOf = new Map<string, Exchange[]>();
  for (const { entries = [], exchange } of selectPages(walk)) {
    for (const entry of entries) {
      const id = items.readId(entry);
      if (id !== undefined) pagesOf.set(id, [...(pagesOf.get(id) ?? []), exchange]);
    }
  }
  return { walk, pagesOf };
}

/** How often a list is read again whose items did not appear exactly once, or changed places. */
const maxRepeats = 4;

/**
 * Walks through the list in each order, until one of the items twice did not appear exactly once. Where that was so once, or where the
 * first page showed items in two orders at one moment, it walks again: equal items may sometimes change places. Returns such a walk,
 * and whether it counts; otherwise a complete one.
 */
export async function walkSorted(
  items: Items,
  owned: readonly Item[],
  { values, ...by }: { readonly name: string; readonly values: readonly string[]; readonly size: number },
  isStill: () => Promise<boolean>,
) {
  const isOdd = (seen: RecordedWalk) => !judgeUnfinished(seen.walk) && findNotOnce(seen, owned) !== undefined;
  const tried = [];
  for (const value of values) {
    const from = items.firstPage(by.size, { [by.name]: value });
    const sort = { ...by, value };
    const [first, twin] = await Promise.all([walkAndRecord(items, { from }), items.page(from)]);
    const odd = isOdd(first) ? [first] : [];
    const isMoving = odd.length > 0 || isTurned(items, first.walk.pages[0], twin);
    for (let i = 0; isMoving && i < maxRepeats; i += 1) {
      const seen = await walkAndRecord(items, { from });
      if (isOdd(seen) && odd.push(seen) > 1) return { sort, seen, isAgain: await isStill() };
    }
    if (isMoving) return { sort, seen: odd[0] ?? first, isAgain: false };
    tried.push({ sort, seen: first, isAgain: true });
  }
  const complete = tried.find(({ seen }) => !judgeUnfinished(seen.walk)) ?? tried[0];
  assume(complete !== undefined, 'no-usable-case', 'no value of the parameter is known');
  return complete;
}

/** Whether two readings of one page have no entry in common, or show those that they have in another order. */
function isTurned(items: Items, ...pages: readonly (http.Page | undefined)[]): boolean {
  const [one = [], other = []] = pages.map((page) =>
    (page?.entries ?? []).flatMap((entry) => items.readId(entry) ?? []),
  );
  const common = one.filter((id) => other.includes(id));
  const isOther = common.length === 0 || common.join('\n') !== other.filter((id) => one.includes(id)).join('\n');
  return one.length > 1 && other.length > 1 && isOther;
}

/** The pages of a walk; a last page that is returned again past the end is left out. */
export function selectPages({ pages, entries, ended }: Walk): readonly http.Page[] {
  const many = pages.reduce((sum, page) => sum + (page.entries?.length ?? 0), 0);
  return ended === 'end' && many > entries.length ? pages.slice(0, -1) : pages;
}

/** How often an item appeared. */
export const countAppearances = ({ pagesOf }: RecordedWalk, { id }: Identified): number => pagesOf.get(id)?.length ?? 0;

type Identified = Pick<Item, 'id'>;

/** Says how often an entry appeared. */
export const describeTimes = (count: number): string => ['never', 'once'][count] ?? `${count} times`;

export const showsAny = (items: Items, owned: readonly Identified[], pages: readonly http.Page[]): boolean =>
  pages.some(({ entries = [] }) => entries.some((entry) => owned.some(({ id }) => id === items.readId(entry))));

export const findNotOnce = <T extends Identified>(seen: RecordedWalk, owned: readonly T[]): T | undefined =>
  owned.find((item) => countAppearances(seen, item) !== 1);

/** Why a walk that did not reach its end decides nothing; undefined where it did. */
export function judgeUnfinished({ ended, pages }: Walk): Finding | undefined {
  const { exchange, isReported, brokenLinks } = pages.at(-1) ?? {};
  if (pages.some((page) => http.isCached(page.exchange)))
    return inconclusive('noise', 'a cache answered instead of the service');
  if (brokenLinks?.next !== undefined)
    return inconclusive('assumption:pagination/next-link-works-unchanged', 'the link to the next page is no URL');
  if (ended === 'cut') return inconclusive('no-usable-case', lost);
  if (ended === 'end') return endsWithoutNext(pages) ? inconclusive('no-usable-case', lost) : undefined;
  if (ended === 'trouble')
    return inconclusive('setup', `GET of a page returned ${exchange?.answer?.status} (exchange ${exchange?.n})`);
  if (!isReported)
    return inconclusive('no-usable-case', 'no page marks the end of the collection; declare pagination.pastEnd');
  return inconclusive('assumption:pagination/paging-ends', 'the pages have no end');
}

/**
 * Whether the service linked to a page that was shown before, or to one with the same ids, which may be another one where several entries
 * have one id. A feed does that at its end, so it says nothing where all was shown.
 */
export const isLedBack = ({ ended, pages }: Walk): boolean =>
  (ended === 'loop' || ended === 'repeat') && pages.at(-1)?.isReported === true;

const lost = 'no page has a link to the next one, and no paging parameter is known; declare pagination.next';

/** Whether a walk ended only because the next request is not known: no page had a next link, and the last one had entries. */
function endsWithoutNext(pages: readonly http.Page[]): boolean {
  const { next, entries = [] } = pages.at(-1) ?? {};
  return !pages.some(({ isReported }) => isReported) && next === undefined && entries.length > 0;
}

/** Whether other clients left the list alone: its order is the same, of entries without ids their contents, or all entries belong to this run. */
export function isUndisturbed(items: Items, owned: readonly Item[], before: Look, after: Look): boolean {
  const ids = ({ entries }: Look) => entries.map((entry) => items.readId(entry) ?? JSON.stringify(entry));
  const [first, second] = [ids(before), ids(after)];
  if (first.join('\n') === second.join('\n')) return true;
  const own = new Set(owned.map(({ id }) => id));
  return [first, second].every((seen) => seen.length === own.size && seen.every((id) => own.has(id)));
}

type Look = Pick<http.Listing, 'entries'>;

/** The exchanges that show how often an item appeared: the pages that list it, or all pages where none does. */
export function listShowingExchanges({ walk, pagesOf }: RecordedWalk, { id }: Identified): readonly Exchange[] {
  const found = [...new Set(pagesOf.get(id) ?? [])];
  return (found.length > 0 ? found : walk.pages.map(({ exchange }) => exchange)).slice(0, 4);
}

/** Pages have a link to the next page, or probably have one, because nothing else can continue them. */
export const nextLinks = needs.defineNeed('collection', {
  name: 'next links',
  reason: 'it is not known whether pages have a link to the next page',
  enable: 'resources[].pagination.next',
  isMet: ({ pagination: { next, style, items } }) =>
    next !== undefined || style === 'cursor' || style === 'link' || (style === 'page' && items === ''),
});

/** The finding for a walk that was cut off: without a marked end, only the declared behaviour past it is violated. */
export function judgeEndless(
  { ended, pages, entries }: Walk,
  size: number,
  pastEnd: string | undefined,
  known: number,
): Finding {
  const [page, next] = pages.slice(-2);
  const status = next?.exchange.answer?.status;
  if (ended === 'trouble') return inconclusive('setup', `GET of a page returned ${status}`);
  // Pages may be short, and even empty, before the end: a service may filter entries.
  if (ended !== 'loop' && ended !== 'repeat')
    return inconclusive('no-usable-case', `the end was not reached within ${pages.length} pages of ${size}`);
  const isAll = entries.length >= known;
  if (ended === 'repeat' && isAll && !page?.isReported && (pastEnd === undefined || pastEnd === 'last-page'))
    return inconclusive(
      'no-usable-case',
      'past the end the last page is returned again; pagination.pastEnd says whether that is allowed',
    );
  const found =
    ended === 'loop' ? 'the next page is one that was shown before' : 'the previous page is returned once more';
  const shows = pages.slice(-3).map(({ exchange }) => exchange);
  return violated({ expected: 'a last page', actual: `${found}, in pages of ${size}`, shows });
}

/** A walk that was disturbed by an insertion or removal, and an undisturbed walk where the first one went wrong. */
export interface DisturbedWalk {
  readonly seen: RecordedWalk;
  readonly control: RecordedWalk | undefined;
  readonly size: number;
  /** Items that must appear exactly once. */
  readonly staying: readonly Item[];
}

/** Continues the walk; where an item is missing or repeated, an undisturbed walk shows whether that is the reason. */
export async function compareAtRest(items: Items, seen: RecordedWalk, size: number, staying: readonly Item[]) {
  const isGood = judgeUnfinished(seen.walk) === undefined && findNotOnce(seen, staying) === undefined;
  return { seen, size, staying, control: isGood ? undefined : await walkAndRecord(items, { size }) };
}

/** Violated when an item did not appear exactly once, but does so in an undisturbed walk; undefined when all appeared once. */
export function judgeDisturbed({ seen, control, size, staying }: DisturbedWalk, collection: Collection) {
  const doubt = judgeUnfinished(seen.walk);
  // A walk that was led back shows earlier entries again; the entries that it did not reach prove nothing.
  const odd = doubt ? staying.find((item) => countAppearances(seen, item) > 1) : findNotOnce(seen, staying);
  if (odd === undefined) return doubt;
  if (isCounted(seen.walk, size, collection))
    return inconclusive('no-usable-case', 'the next page seems to be selected by a count, so entries may shift');
  if (control === undefined || judgeUnfinished(control.walk) || findNotOnce(control, staying))
    return inconclusive(
      'assumption:pagination/paging-shows-every-item-once',
      'the item does not appear exactly once in an undisturbed walk',
    );
  const times = countAppearances(seen, odd);
  const actual = `${describeTimes(times)}, in pages of ${size}`;
  return violated({ expected: `${odd.id} once`, actual, shows: listShowingExchanges(seen, odd) });
}

/** Whether links that look like cursors count pages or entries: entries of such a walk may shift. */
function isCounted({ pages }: Walk, size: number, { pagination }: Collection): boolean {
  const { params, style } = pagination;
  const nexts = pages.flatMap(({ next }) => (next === undefined ? [] : [new URLSearchParams(next.split('?')[1])]));
  const names = [params.page, params.offset].filter((name) => name !== undefined);
  if (names.some((name) => nexts.some((query) => query.has(name)))) return true;
  const isNumbered = (name: string) =>
    nexts.every((query, i) => [i + 1, i + 2, (i + 1) * size].includes(Number(query.get(name) ?? 'none')));
  const [first] = nexts;
  return (
    style === 'link' &&
    first !== undefined &&
    [...first.keys()].some((name) => name !== params.size && isNumbered(name))
  );
}

/** Most pages of which each link is used. */
const mostPages = 50;

/** Walks through the pages, and follows a link that leads back to the page that has it once. */
export async function walkOnce(items: Items, size?: number): Promise<readonly http.Page[]> {
  const { pages, ended } = await items.walk({ ...(size !== undefined && { size }), maxPages: mostPages });
  const { next } = pages.at(-1) ?? {};
  return ended === 'loop' && next !== undefined ? [...pages, await items.page(next)] : pages;
}

/** Violated where a page that is not the last of so many entries links to itself, and shows the same entries there. */
export function judgeStuck(pages: readonly http.Page[], known: number) {
  let shown = 0;
  for (const [i, page] of pages.entries()) {
    const next = pages[i + 1];
    shown += page.entries?.length ?? 0;
    const isBack = page.isReported && next !== undefined && sortQuery(page) === sortQuery(next);
    const isCached = next !== undefined && http.isCached(next.exchange);
    if (
      isBack &&
      !isCached &&
      shown > 0 &&
      shown < known &&
      JSON.stringify(page.entries) === JSON.stringify(next.entries)
    )
      return violated({
        expected: 'the next page',
        actual: 'the page that has the link',
        shows: [page.exchange, next.exchange],
      });
  }
  return undefined;
}

/** The address of a page, with its parameters in one order. */
function sortQuery({ exchange: { path } }: http.Page): string {
  const [plain, query] = path.split('?');
  const sorted = new URLSearchParams(query);
  sorted.sort();
  return `${plain}?${sorted}`;
}
