import { assume, defineRule, held, http, type Items, inconclusive, type Json, needs, values, violated } from '#rule';
import { chooseSizeNear, ensureEntries } from './_shared/create-items.js';
import { selectPages } from './_shared/walk.js';

const linkedPages = needs.defineNeed('collection', {
  name: 'links between pages',
  reason: 'no page has a link to the first, previous or last page',
  enable: 'resources[].pagination',
  isMet: ({ pagination }) => pagination.isLinked !== false,
});

/** The links to the first, the previous and the last page are followed as they are. The control is one more walk. */
export default defineRule({
  clause: 'PAG-12',
  title: 'The links to the first, previous and last page lead there',
  otherwise: 'A link to the first, previous or last page leads to another one, or to none',
  doubt: 'Links may name the same page by other parameters, or a page of a moment before.',
  touches: 'reads',
  watches: 'list',
  needs: [needs.listable, needs.pageSizeParameter, linkedPages],
  assumes: ['pagination/paging-ends', 'pagination/paging-shows-every-item-once'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), more: values.integer(1, 2) }),
  when: async ({ body, more }, { items, collection }) => {
    const size = chooseSizeNear(2, collection);
    assume(size !== undefined, 'no-usable-case', 'no page size is known to be allowed');
    await ensureEntries(items, body, 2 * size + more);
    return followPageLinks(items, size);
  },
  then: ({ walk, followed, isSame }) => {
    const [broken] = walk.pages.flatMap(listBroken);
    if (broken) return violated(broken);
    if (walk.ended === 'trouble') return inconclusive('setup', 'the pages could not be read');
    if (followed.length === 0)
      return inconclusive('no-usable-case', 'no page has a link to the first, previous or last page');
    const wrong = followed.find(({ isShown }) => !isShown);
    if (wrong === undefined) return held;
    const { relation, from, target, found, wanted } = wrong;
    const { status } = found.exchange.answer ?? {};
    if (http.hasStatus(found.exchange, 401, 403, 429) || status === undefined)
      return inconclusive('refused', `GET of the link ${relation} returned ${status ?? 'no response'}`);
    if (!isSame || [from, found].some(({ exchange }) => http.isCached(exchange)))
      return inconclusive('noise', 'the order of the collection changed while its pages were read');
    return violated({
      expected: `the item ${wanted} on the ${name(relation)} page, ${target}`,
      actual: found.entries === undefined ? `status ${status}` : `${found.entries.length} other entries`,
      shows: [from.exchange, found.exchange],
    });
  },
  silentIn: ['pagination-page', 'pagination-hal', 'pagination-jsonapi', 'pagination-drf', 'small-pages'],
});

const name = (relation: string): string => (relation === 'prev' ? 'previous' : relation);

/** The links of a page to the first, previous or last one that are no URL. */
const listBroken = ({ brokenLinks: { next: _, ...links } = {}, exchange }: http.Page) =>
  Object.entries(links).map(([relation, actual]) => ({
    ...{ expected: `a URL of the ${name(relation)} page`, actual, shows: [exchange] },
  }));

type Relation = keyof NonNullable<http.Page['links']>;

/** A link of the page `from` to another one than the next, the page that it leads to, and the id of the entry that must be on it. */
interface LinkedPage {
  readonly relation: Relation;
  readonly from: http.Page;
  readonly target: string;
  readonly found: http.Page;
  readonly wanted: string;
  readonly isShown: boolean;
}

/**
 * Walks through the pages of this size, and follows a link of each relation: to the first page, from the last page to the one before,
 * and to the last one. The first page must show the first entry, the previous one the entry before, and the last one the last entry:
 * how the others are divided into pages is free.
 */
async function followPageLinks(items: Items, size: number) {
  const walk = await items.walk({ size });
  const shown = walk.ended === 'repeat' ? walk.pages.slice(0, -1) : selectPages(walk);
  const pages = shown.filter(({ entries = [] }) => entries.length > 0);
  const ids = (page: http.Page | undefined) => (page?.entries ?? []).map((entry: Json) => items.readId(entry));
  const wanted: Record<Relation, string | undefined> = {
    first: ids(pages[0])[0],
    prev: pages.length > 2 ? ids(pages.at(-2)).at(-1) : undefined,
    last: walk.ended === 'end' ? ids(pages.at(-1)).at(-1) : undefined,
  };
  const followed: LinkedPage[] = [];
  for (const [relation, id] of Object.entries(wanted) as [Relation, string | undefined][]) {
    const from = relation === 'prev' ? pages.at(-1) : pages.find(({ links }) => links?.[relation] !== undefined);
    const target = from?.links?.[relation];
    if (from === undefined || target === undefined || id === undefined) continue;
    const found = await items.page(target);
    followed.push({ relation, from, target, found, wanted: id, isShown: ids(found).includes(id) });
  }
  if (followed.every(({ isShown }) => isShown)) return { walk, followed, isSame: true };
  const again = await items.walk({ size });
  const inOrder = (one: typeof walk) => one.entries.map((entry) => items.readId(entry)).join('\n');
  return { walk, followed, isSame: inOrder(walk) === inOrder(again) };
}
