import {
  type Exchange,
  type Finding,
  type Item,
  type Items,
  inconclusive,
  isCached,
  type Listing,
  type Page,
  type Walk,
  type WalkOptions,
} from '#rule';

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

/** The pages of a walk; a last page that is returned again past the end is left out. */
function selectPages({ pages, entries, ended }: Walk): readonly Page[] {
  const many = pages.reduce((sum, page) => sum + (page.entries?.length ?? 0), 0);
  return ended === 'end' && many > entries.length ? pages.slice(0, -1) : pages;
}

/** How often an item appeared. */
export const countAppearances = ({ pagesOf }: RecordedWalk, { id }: Item): number => pagesOf.get(id)?.length ?? 0;

/** The first item that did not appear exactly once. */
export const findNotOnce = (seen: RecordedWalk, owned: readonly Item[]): Item | undefined =>
  owned.find((item) => countAppearances(seen, item) !== 1);

/** Why a walk that did not reach its end decides nothing; undefined where it did. */
export function judgeUnfinished({ ended, pages }: Walk): Finding | undefined {
  const { exchange, isReported } = pages.at(-1) ?? {};
  if (pages.some((page) => isCached(page.exchange)))
    return inconclusive('noise', 'a cache answered instead of the service');
  if (ended === 'end') return endsWithoutNext(pages) ? inconclusive('no-usable-case', lost) : undefined;
  if (ended === 'trouble')
    return inconclusive('setup', `GET of a page returned ${exchange?.answer?.status} (exchange ${exchange?.n})`);
  if (!isReported)
    return inconclusive('no-usable-case', 'no page marks the end of the collection; declare pagination.pastEnd');
  return inconclusive('assumption:pagination/paging-ends', 'the pages have no end');
}

const lost = 'no page has a link to the next one, and no paging parameter is known; declare pagination.next';

/** Whether a walk ended only because the next request is not known: no page had a next link, and the last one had entries. */
function endsWithoutNext(pages: readonly Page[]): boolean {
  const last = pages.at(-1);
  const isKnown = pages.some(({ isReported }) => isReported) || last?.next !== undefined;
  return !isKnown && last?.entries !== undefined && last.entries.length > 0;
}

/**
 * Whether other clients left the collection alone between two complete reads: the order is the same, or all entries
 * belong to this run.
 */
export function isUndisturbed(items: Items, owned: readonly Item[], before: Look, after: Look): boolean {
  const ids = ({ entries }: Look) => entries.map((entry) => items.readId(entry) ?? '');
  const [first, second] = [ids(before), ids(after)];
  if (first.join('\n') === second.join('\n')) return true;
  const own = new Set(owned.map(({ id }) => id));
  return [first, second].every((seen) => seen.length === own.size && seen.every((id) => own.has(id)));
}

type Look = Pick<Listing, 'entries'>;

/** The exchanges that show how often an item appeared: the pages that list it, or all pages where none does. */
export function listShowingExchanges({ walk, pagesOf }: RecordedWalk, { id }: Item): readonly Exchange[] {
  const found = [...new Set(pagesOf.get(id) ?? [])];
  return (found.length > 0 ? found : walk.pages.map(({ exchange }) => exchange)).slice(0, 4);
}
