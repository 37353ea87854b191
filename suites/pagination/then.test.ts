import type { http, JsonObject } from '#rule';
import { createBareCollection } from '../../src/model/service/bare-collection.js';
import {
  exchange,
  item,
  listing,
  page,
  testThen,
  textExchange,
  under,
  walk,
} from '../../test/support/then-table.fixture.js';
import type { OverMaximum } from './_shared/over-maximum.js';
import type { RecordedWalk } from './_shared/walk.js';
import created from './created-items-are-listed.js';
import insertion from './cursor-survives-insertion.js';
import removal from './cursor-survives-removal.js';
import empty from './empty-result-is-an-empty-page.js';
import forged from './forged-cursors-are-not-a-server-error.js';
import invalidValues from './invalid-paging-values-are-not-a-server-error.js';
import lastPage from './last-page-has-no-next-link.js';
import bounded from './list-without-parameters-is-bounded.js';
import maximum from './maximum-page-size-is-kept.js';
import minimal from './minimal-items-are-listed.js';
import nextLink from './next-link-works-unchanged.js';
import links from './page-links-lead-to-their-pages.js';
import size from './page-size-is-honoured.js';
import consistent from './page-size-over-maximum-is-handled-consistently.js';
import ends from './paging-ends.js';
import effective from './paging-parameters-have-an-effect.js';
import once from './paging-shows-every-item-once.js';
import reported from './reported-page-size-is-right.js';
import small from './small-pages-show-what-large-pages-show.js';
import inOrder from './sorted-list-is-in-order.js';
import sorted from './sorted-pages-show-every-item-once.js';
import stale from './stale-cursors-are-not-a-server-error.js';
import total from './total-counts-the-items.js';

const [one, two] = [item({}, 'a'), item({}, 'b')];
const entries = (...ids: string[]) => ids.map((id) => ({ id }));
/** A walk with these entries on each page; each page names the next one. */
function record(pages: readonly (readonly string[])[], ended: RecordedWalk['walk']['ended'] = 'end'): RecordedWalk {
  const all = pages.map((ids, i) =>
    page(entries(...ids), { next: i + 1 < pages.length ? `/things?after=x${ids.at(-1)}` : undefined }),
  );
  const pagesOf = new Map<string, ReturnType<typeof exchange>[]>();
  for (const { entries: shown = [], exchange: found } of all)
    for (const { id } of shown as { id: string }[]) pagesOf.set(id, [...(pagesOf.get(id) ?? []), found]);
  return { walk: walk(all, ended), pagesOf };
}
const cached = {
  ...record([['a', 'b']]),
  walk: walk([page([], { exchange: exchange('GET', 200, [], { age: '3' }) })]),
};
const whole = record([['a'], ['b']]);
const short = record([['a']]);
const twice = record([['a'], ['a', 'b']]);

const disturbed = (seen: RecordedWalk, control?: RecordedWalk) => ({ seen, control, size: 1, staying: [one, two] });
const disturbedRows = {
  valid: { 'every item once': disturbed(whole) },
  invalid: {
    'an item is missing, and not in an undisturbed walk': disturbed(short, whole),
    'an item appears twice, and not in an undisturbed walk': disturbed(twice, whole),
  },
  irrelevant: {
    'an item is missing in an undisturbed walk as well': disturbed(short, short),
    'a cache answered': disturbed(cached, whole),
    'the next page is selected by a count': under(
      { collection: { pagination: { style: 'offset', params: { offset: 'after' }, base: 1 } } },
      disturbed(record([['a'], ['c']]), whole),
    ),
  },
} as const;
testThen(removal, disturbedRows);
const added = item({}, 'c');
testThen(insertion, {
  valid: {
    'the added item is not shown': { ...disturbed(whole), added: [added] },
    'the added item is shown once': { ...disturbed(record([['a'], ['b', 'c']])), added: [added] },
  },
  invalid: {
    'the added item is shown twice': {
      ...disturbed(
        record([
          ['a', 'c'],
          ['b', 'c'],
        ]),
      ),
      added: [added],
    },
    'an item is missing, and not in an undisturbed walk': { ...disturbed(short, whole), added: [added] },
  },
  irrelevant: { 'an item is missing in an undisturbed walk as well': { ...disturbed(short, short), added: [added] } },
});

const full = exchange('GET /things', 200, { items: entries('a'), count: 1 });
const nothing = (status: number, json?: object) => ({
  full,
  empty: exchange('GET /things', status, json as never),
  isEmpty: true,
});
testThen(empty, {
  valid: { 'an empty list': nothing(200, { items: [], count: 0 }), 'a bare array': nothing(200, []) },
  invalid: {
    '404': nothing(404),
    '204': nothing(204),
    'null instead of a list': nothing(200, { items: null, count: 0 }),
    'content that is not JSON': { full, empty: textExchange('GET /things', 200, 'none'), isEmpty: true },
  },
  noted: { 'an empty page has no member items': nothing(200, { count: 0 }) },
  irrelevant: { 'the collection has an item again': { ...nothing(200, []), isEmpty: false }, '403': nothing(403) },
});

const asked = (status: number, count = 0, limit = 2) => ({
  page: page(status === 200 ? entries(...'abcdef'.slice(0, count)) : undefined, { exchange: exchange('GET', status) }),
  limit,
});
const forgedRows = {
  valid: { '400': asked(400), 'a page within the limit': asked(200, 2) },
  invalid: { '500': asked(500), 'more entries than the limit': asked(200, 3) },
  irrelevant: { '403': asked(403) },
  ignored: { 'the limit is not known': asked(200, 6, Number.POSITIVE_INFINITY) },
};
testThen(forged, forgedRows);
testThen(stale, forgedRows);
testThen(invalidValues, {
  valid: { '400 and a page': { limit: 2, asked: [asked(400), asked(200, 2)], isSeen: true } },
  invalid: {
    '500': { limit: 2, asked: [asked(400), asked(500)], isSeen: true },
    'more entries than the limit': { limit: 2, asked: [asked(200, 3)], isSeen: true },
  },
  irrelevant: { '403': { limit: 2, asked: [asked(403)], isSeen: true } },
  noted: {
    'the collection has too few items to see whether an invalid value removes the limit of 2': {
      ...{ limit: 2, asked: [asked(200, 2)], isSeen: false },
    },
  },
});

const last = (seen: RecordedWalk) => ({ size: 3, seen, isOthers: false, isAll: true });
testThen(lastPage, {
  valid: { 'no next link': last(record([['a', 'b']])) },
  invalid: {
    'a next link to a page with entries': last(record([['a', 'b'], ['a']])),
    'a next link without end': last(record([['a'], []], 'loop')),
  },
  noted: { 'the last page is followed by an empty one': last(record([['a', 'b'], []])) },
  irrelevant: {
    'another client inserted an item': { ...last(record([['a', 'b'], ['z']])), isOthers: true },
    'the page does not show all items': { ...last(record([['a'], ['b']])), isAll: false },
  },
});

const plain = (ids: string, more: Partial<http.Page> = {}) => ({
  page: page(entries(...ids), more),
  bound: 2,
  isWhole: false,
  isMore: false,
});
testThen(bounded, {
  valid: { 'at most the default': plain('ab'), 'a next link': plain('abc', { next: '/things?page=2' }) },
  invalid: {
    'more than the default, and no next page': plain('abc'),
    'all that was created, where the document describes no pages': { ...plain('abc'), bound: undefined, isWhole: true },
  },
  ignored: {
    'a larger total': plain('abc', { total: 9 }),
    'another page has more entries': { ...plain('abc'), isMore: true },
  },
  irrelevant: {
    'no page size is known': { ...plain('abc'), bound: undefined },
    'GET fails': { page: page(undefined), bound: 2, isWhole: false, isMore: false },
  },
});

const things = createBareCollection('things');
const declared = (overMax?: 'clamp' | 'reject' | 'default') => ({
  ...{ ...things, pagination: { ...things.pagination, maxSize: 3, ...(overMax && { overMax }) } },
});
const over = (outcome: OverMaximum['outcome'], collection = declared('clamp')): OverMaximum => ({
  ...{ collection, maximum: 3, asked: 4, outcome, controls: [] },
  exchange: exchange('GET /things?limit=4', outcome === 'reject' ? 400 : 200, []),
});
testThen(maximum, {
  valid: { 'the declared policy': [over('clamp')], 'any policy, where none is declared': [over('reject', declared())] },
  invalid: {
    'another policy': [over('reject')],
    'more entries than the maximum': [over('clamp', declared()), over('more', declared())],
    'status 500': [over('failure', declared())],
    'a page, where a refusal is declared': [over('unknown', declared('reject'))],
  },
  irrelevant: { 'too few items': [over('clamp'), over('unknown')], 'the caller is refused': [over('refused')] },
});
testThen(consistent, {
  valid: { 'the same policy': { known: [over('clamp'), over('clamp')] } },
  invalid: {
    'two policies': { known: [over('clamp'), over('reject')] },
    'a refusal and a page of some size': { known: [over('reject'), over('unknown')] },
  },
  noted: {
    'the collections have too few items to tell clamping from falling back; none refused the size': {
      known: [over('clamp'), over('unknown')],
    },
  },
});

const statusPage = (status: number) => page(undefined, { exchange: exchange('GET', status) });
/** A page whose next link names another origin, and what the path of that returns. */
const elsewhere = (path: string) =>
  page(entries('a'), { exchange: exchange(`GET ${path}`, 200), isNextElsewhere: true });
const atPath = (path: string, status: number) => page(undefined, { exchange: exchange(`GET ${path}`, status) });
const following = (...pages: http.Page[]) => ({ size: 1, known: 3, pages });
testThen(nextLink, {
  valid: { 'a page of the same size': following(page(entries('a'), { next: '/things?after=a' }), page(entries('b'))) },
  invalid: {
    'a larger page': following(page(entries('a'), { next: '/things?after=a' }), page(entries('b', 'c'))),
    '404': following(page(entries('a')), page(undefined, { exchange: exchange('GET', 404) })),
    '404 at the third page': following(page(entries('a')), page(entries('b')), statusPage(404)),
    'a URL with two ports': following(page(entries('a'), { brokenLinks: { next: 'http://a:1:1/b' } })),
    'another origin, which has no such path here': following(elsewhere('/things?page=1'), atPath('/other?page=2', 404)),
  },
  irrelevant: {
    'another origin that has a prefix': following(elsewhere('/things?page=1'), atPath('/api/things?page=2', 404)),
    'a cursor has expired': following(page(entries('a')), statusPage(410)),
    'only the kit knows the next page': following(page(entries('a'), { isPromised: true }), statusPage(400)),
    'no page has a next link': following(page(entries('a'), { isReported: false })),
    'the first page is too large': following(page(entries('a', 'b')), page(entries('c'))),
    'the next page is refused': following(page(entries('a')), page(undefined, { exchange: exchange('GET', 403) })),
  },
});

const paging = { collection: { pagination: { style: 'page', params: { size: 'limit' }, base: 1 } } } as const;
const sized = (status: number, ...ids: string[]) =>
  page(status === 200 ? entries(...ids) : undefined, { exchange: exchange('GET /things?limit=2', status) });
testThen(size, {
  valid: {
    'at most the size': under(paging, { size: 2, pages: [sized(200, 'a', 'b'), sized(200, 'c')], larger: undefined }),
  },
  invalid: {
    'more entries': under(paging, { size: 2, pages: [sized(200, 'a', 'b', 'c')], larger: undefined }),
    'more entries on the second page': under(paging, {
      size: 2,
      pages: [sized(200, 'a'), sized(200, 'b', 'c', 'd')],
      larger: undefined,
    }),
    '500': under(paging, { size: 2, pages: [sized(500)], larger: undefined }),
  },
  irrelevant: {
    'the size is refused': under(paging, { size: 2, pages: [sized(400)], larger: undefined }),
    'small sizes are raised': under(paging, {
      size: 2,
      pages: [sized(200, 'a', 'b', 'c')],
      larger: sized(200, 'a', 'b', 'c', 'd'),
    }),
  },
});

const ending = (seen: RecordedWalk['walk'], isAgain = true, known = 1) => [{ size: 1, known, walk: seen, isAgain }];
const firstAgain = walk(
  [page(entries('a'), { isReported: false }), page(entries('a'), { isReported: false })],
  'repeat',
);
const looping = record([['a'], ['b'], ['a']], 'loop').walk;
testThen(ends, {
  valid: { 'the end is reached': [...ending(whole.walk), ...ending(whole.walk)] },
  invalid: {
    'the first page follows the last one': ending(looping),
    'the last page is repeated': ending(record([['a'], ['b'], ['b']], 'repeat').walk),
    'pages of another size have no end': [...ending(whole.walk), ...ending(looping)],
    'a page is repeated before all entries were shown': ending(firstAgain, true, 3),
  },
  irrelevant: {
    'the collection changed': ending(record([['a'], ['a']], 'loop').walk, false),
    'too many pages': ending(record([['a'], ['b']], 'cap').walk),
    'GET fails': [...ending(whole.walk), ...ending(record([['a'], []], 'trouble').walk)],
    'the last page is repeated past the end': ending(firstAgain),
  },
});

const all = {
  entries: entries('a', 'b'),
  isWhole: true,
  trouble: undefined,
  pages: [exchange('GET /things', 200, entries('a', 'b'))],
};
const others = [{ id: 'other' }];
const pages = { owned: [one, two], entries: [one, two], sizes: [1], all, isAgain: true };
const inPages = (...walks: RecordedWalk[]) => walks.map((seen) => ({ size: 1, ...seen }));
testThen(once, {
  valid: { 'every item once': { ...pages, seen: inPages(whole, whole) } },
  invalid: {
    'an item is missing': { ...pages, seen: inPages(short) },
    'an item appears twice': { ...pages, seen: inPages(twice) },
    'an entry of others is missing': { ...pages, entries: [one, two, ...others], seen: inPages(whole) },
    'an item is missing in pages of another size': { ...pages, seen: inPages(whole, short) },
  },
  ignored: {
    'an entry of others is missing, and the list changed': {
      ...{ ...pages, entries: [one, two, ...others] },
      ...{ seen: inPages(whole), isAgain: false },
    },
  },
  irrelevant: {
    'the order of the collection changed': { ...pages, seen: inPages(short), isAgain: false },
    'the pages have no end': { ...pages, seen: inPages(whole, { ...short, walk: walk(short.walk.pages, 'loop') }) },
    'a cache answered': { ...pages, seen: inPages(cached) },
  },
});

const counted = (...totals: (number | undefined)[]) =>
  walk(totals.map((value, i) => page(entries(String(i)), { total: value })));
testThen(total, {
  valid: { 'the number of items': { walk: counted(2, 2), isStill: true } },
  invalid: { 'another number': { walk: counted(2, 1), isStill: true } },
  ignored: { 'one page has no total': { walk: counted(2, undefined), isStill: true } },
  irrelevant: {
    'no page has a total': { walk: counted(undefined), isStill: true },
    'the collection changed': { walk: counted(2, 1), isStill: false },
    'the walk did not end': { walk: walk([page(entries('a'), { total: 9 })], 'cap'), isStill: true },
  },
});

const owned = { ...item(), createdBy: exchange('POST /things', 201, { id: 't1' }) };
const found = {
  listing: listing([{ id: 't2' }]),
  missing: undefined,
  look: undefined,
  copies: [],
  isTwinListed: false,
};
const hidden = { ...found, missing: owned, look: exchange('GET', 200, { id: 't1', note: 'a', deletedAt: null }) };
const copy = { id: 't2', note: 'a', self: '/things/t2', updatedAt: '2026-01-02T00:00:00Z' };
const first = { id: 't1', note: 'a', self: '/things/t1', updatedAt: '2026-01-01T00:00:00Z' };
const german = { ...copy, locale: 'de' };
const shownAs = (shown: { readonly id: string | number }) => ({ id: String(shown.id), shown });
const copied = (...pairs: readonly (readonly [own: { id: string | number }, other: { id: string | number }])[]) => ({
  ...found,
  copies: pairs.map(([own, other]) => ({ own: shownAs(own), others: [shownAs(other)], shows: [owned.createdBy] })),
});
const numbered = (id: number, size = 12) => ({ id, size });
testThen(created, {
  valid: {
    'all are listed': found,
    'another entry is in another language': copied([first, german]),
    'only one of two creations is like another entry': copied([first, copy], [numbered(1), numbered(2, 13)]),
  },
  invalid: {
    'one is listed twice': copied([first, copy]),
    'each has a copy with another number': copied([numbered(1), numbered(2)], [numbered(3), numbered(4)]),
    'one is not listed, and its twin is': { ...hidden, isTwinListed: true },
    'none is listed': hidden,
    'there is no list': { ...hidden, listing: { ...hidden.listing, pages: [exchange('GET', 404)], entries: [] } },
  },
  irrelevant: {
    'none is listed, and they are drafts': { ...hidden, look: exchange('GET', 200, { id: 't1', state: 'draft' }) },
    'the item is gone': { ...hidden, look: exchange('GET', 404) },
  },
});

const bare = { id: 't1', name: '1', kind: 'a', isGift: false };
const rich = { ...bare, id: 't2', name: '2', size: 7, tags: ['red'] };
const read = (json: JsonObject) => exchange('GET', 200, json);
const lost = {
  ...{ listing: listing([rich]), minimal: owned, look: read(bare), otherLook: read(rich), sent: {} },
  ...{ isMinimalListed: false, isOtherListed: true },
};
testThen(minimal, {
  valid: { 'it is listed': { ...lost, isMinimalListed: true } },
  invalid: { 'it is not listed, and another one is': lost },
  irrelevant: {
    'they differ in a flag': { ...lost, look: read({ ...bare, isGift: true }) },
    'they differ in a word of the service': { ...lost, look: read({ ...bare, kind: 'b' }) },
    'they differ in their state': under(
      { collection: { states: { pointer: '/phase', terminal: [], transitions: {} } } },
      { ...lost, look: read({ ...bare, phase: 1 }) },
    ),
    'neither is listed': { ...lost, isOtherListed: false },
  },
});

/** A list that was read in these pages, and of which each page has this total. */
const readIn = (pages: string, total?: number, more = {}) => {
  const shown = pages.split(' ').map((ids) =>
    page(
      entries(...ids).map((one) => ({ ...one, ...more })),
      { total },
    ),
  );
  const ids = [...pages.replaceAll(' ', '')];
  return { walk: walk(shown), entries: shown.flatMap((one) => one.entries ?? []), ids };
};
const walked = (pages: string, large = ['abc', 'abc']) => ({
  ...{ size: 2, large: large.map((ids) => readIn(ids)), small: [readIn(pages)] },
});
/** The same where the order of the large pages changes. */
const moving = (large: readonly string[], ...small: readonly string[]) => ({
  ...{ size: 2, large: large.map((ids) => readIn(ids)), small: small.map((ids) => readIn(ids)) },
});
const orders = ['abc', 'bac', 'abc', 'cab'];
/** Small pages, the last of which links to one that was shown before. */
const ledBack = (pages: string, large?: string[]) => {
  const [{ walk: seen, ...one }] = walked(pages).small as [ReturnType<typeof readIn>];
  const linked = seen.pages.map((each) => ({ ...each, isReported: true }));
  return { ...walked(pages, large), small: [{ ...one, walk: walk(linked, 'loop') }] };
};
const totalled = (total: number) => ({
  ...{ size: 1, small: ['a b', 'a c', 'b a'].map((ids) => readIn(ids, total)) },
  large: ['a b', 'b c', 'c a'].map((ids) => readIn(ids, total)),
});
const oldPage = page(entries('a'), { exchange: exchange('GET', 200, [], { age: '3' }) });
testThen(small, {
  valid: { 'the same entries': walked('ab c') },
  invalid: {
    'an entry is skipped': walked('ab'),
    'an entry is repeated': walked('ab bc'),
    'a link leads back before the last entry': ledBack('ab ab'),
    'two of three walks skip an entry, and the order changes': moving(orders, 'ab b', 'ab c', 'ca a'),
    'no page has all entries, and their number stays the same': totalled(3),
  },
  ignored: {
    'another order': walked('ba c'),
    'another order each time': moving(orders, 'ab c', 'ba c', 'cb a'),
  },
  irrelevant: {
    'the list changed': walked('ab', ['abc', 'ab']),
    'a link leads back after the last entry': ledBack('ab c'),
    'a page seems to come again, where entries have equal ids': ledBack('ab ab', ['ababc', 'ababc']),
    'a link leads back, and the list changed': ledBack('ab ab', ['abc', 'ab']),
    'one of three walks skips an entry': moving(orders, 'ab c', 'ab c', 'ca a'),
    'the order changes less often than requests are sent': moving(['abc', 'bac', 'cab', 'cab'], 'ab b', 'ab c', 'ca a'),
    'an entry was replaced': moving(['abc', 'bac', 'abd', 'dab'], 'ab b', 'ab c', 'ca a'),
    'an entry was changed': {
      ...moving(orders, 'ab b', 'ab c', 'ca a'),
      large: orders.map((ids, size) => readIn(ids, 3, { size })),
    },
    'there are more entries than were shown': totalled(4),
    'a cache answered': { ...walked('ab'), large: [{ ...readIn('abc'), walk: walk([oldPage]) }] },
  },
});

const bySize = { owned: [one, two], sort: { name: 'sort', value: 'size', size: 1 }, isAgain: true };
testThen(sorted, {
  valid: { 'every item once': { ...bySize, seen: whole } },
  invalid: {
    'an item is missing': { ...bySize, seen: short },
    'an item appears twice': { ...bySize, seen: twice },
  },
  irrelevant: {
    'the collection changed': { ...bySize, seen: twice, isAgain: false },
    'the pages have no end': { ...bySize, seen: record([['a'], ['a']], 'loop') },
    'a cache answered': { ...bySize, seen: cached },
  },
});

const readings = (up: readonly string[], down: readonly string[], small = up) => [
  { by: 'name', isSmall: false, shown: up, pages: [exchange('GET /things?sort=name', 200)] },
  { by: 'name', isSmall: true, shown: small, pages: [exchange('GET /things?sort=name&limit=2', 200)] },
  { by: '-name', isSmall: false, shown: down, pages: [exchange('GET /things?sort=-name', 200)] },
];
const rising = ['alpha', 'mike', 'zulu'];
const falling = ['zulu', 'mike', 'alpha'];
const unsorted = ['mike', 'zulu', 'alpha'];
const byName = (first: ReturnType<typeof readings>, again?: ReturnType<typeof readings>) => ({
  ...{ name: 'sort', member: 'name', many: 3, first, again },
});
const twiceByName = (first: ReturnType<typeof readings>) => byName(first, first);
testThen(inOrder, {
  valid: {
    'both orders': byName(readings(rising, falling)),
    'the value with a sign ascends': byName(readings(falling, rising)),
    'only one value': byName(readings(rising, falling).slice(0, 1)),
  },
  invalid: {
    'the order of creation': twiceByName(readings(unsorted, falling)),
    'each page is sorted by itself': twiceByName(readings(rising, falling, unsorted)),
    'both values have one order': twiceByName(readings(rising, rising)),
  },
  irrelevant: {
    'in order when it is read again': byName(readings(unsorted, falling), readings(rising, falling)),
    'an item is not shown': byName(readings(rising, falling.slice(1))),
    'the values were stored in capitals': byName(readings(['MIKE', 'ZULU', 'ALPHA'], ['MIKE', 'ZULU', 'ALPHA'])),
    'a cache answered': byName(
      readings(rising, falling).map((one) => ({ ...one, pages: [exchange('GET', 200, [], { age: '3' })] })),
    ),
  },
});

const linkedFrom = page(entries('a'), { exchange: exchange('GET', 200) });
const follow = (found: ReturnType<typeof page>, isShown: boolean) => ({
  ...{ relation: 'last' as const, from: linkedFrom, target: '/things?page=9', found, wanted: 'b', isShown },
});
const linked = (followed: ReturnType<typeof follow>[], isSame = true) => ({
  ...{ walk: walk([linkedFrom]), followed, isSame },
});
const emptyPage = page([], { exchange: exchange('GET', 200, []) });
testThen(links, {
  valid: { 'the last page has the last entry': linked([follow(page(entries('b')), true)]) },
  invalid: {
    'the last page is empty': linked([follow(emptyPage, false)]),
    'the last page is not found': linked([follow(statusPage(404), false)]),
    'the link is no URL': {
      ...{ followed: [], isSame: true, walk: walk([page(entries('a'), { brokenLinks: { last: 'http://a:b/' } })]) },
    },
    'the last page has other entries': linked([follow(page(entries('a')), false)]),
  },
  irrelevant: {
    'no page has such a link': linked([]),
    'the list changed meanwhile': linked([follow(emptyPage, false)], false),
    'the link is refused': linked([follow(statusPage(403), false)]),
    'a cache answered': linked([follow(page([], { exchange: exchange('GET', 200, [], { age: '3' }) }), false)]),
  },
});

const reporting = (asked: number, told: number | null, shown = asked, headers = {}) => ({
  ...{ asked, reported: told },
  page: page(entries(...['a', 'b', 'c'].slice(0, shown)), { exchange: exchange('GET', 200, [], headers) }),
});
testThen(reported, {
  valid: { 'the requested sizes': [reporting(1, 1), reporting(2, 2)] },
  invalid: {
    'one size for all, which is neither the maximum nor the total': under(
      { collection: { pagination: { maxSize: 50, total: '/total', reportedSize: '/size' } } as never },
      [reporting(1, 20), reporting(2, 20)],
    ),
    'the size of another page': [reporting(1, 2), reporting(2, 3)],
  },
  irrelevant: {
    'one size for all, which may be the maximum': [reporting(1, 20), reporting(2, 20)],
    'one number for all, which may be the total': under({ collection: { pagination: { maxSize: 50 } } as never }, [
      reporting(1, 20),
      reporting(2, 20),
    ]),
    'no size is reported': [reporting(1, null), reporting(2, null)],
    'a page has fewer entries': [reporting(1, 20), reporting(2, 20, 1)],
    'a cache answered': [reporting(1, 20, 1, { age: '3' }), reporting(2, 20)],
  },
});

const selected = (name: string, pages: readonly string[], known?: number, plain = pages[0] ?? '') => ({
  ...{ name, pages: pages.map((ids) => page(entries(...ids))) },
  ...(known !== undefined && { control: { known, plain: page(entries(...plain)) } }),
});
const selecting = (...attempts: object[]) => ({ attempts }) as Parameters<typeof effective.then>[0];
testThen(effective, {
  valid: {
    'another page has other entries': selecting(selected('page', ['ab', 'cd']), selected('offset', ['ab', 'ab', 'ef'])),
  },
  invalid: {
    'three pages are the same': selecting(selected('page', ['ab', 'ab', 'ab'], 5)),
    'only one of two parameters has an effect': selecting(
      selected('page', ['ab', 'cd']),
      selected('offset', ['ab', 'ab', 'ab'], 5),
    ),
  },
  irrelevant: {
    'the list is empty': selecting(selected('page', [''])),
    'two pages have all entries': selecting(selected('page', ['ab', 'ab', 'ab'], 4)),
    'entries are equal': selecting(selected('page', ['aa', 'aa', 'aa'], 5)),
    'the last page is returned for all that are requested': selecting(selected('page', ['b', 'b', 'b'], 5, 'a')),
    'no page gives the next one': selecting(selected('next', ['ab'])),
    'a page is refused': selecting({ name: 'page', pages: [statusPage(400)] }),
    'the caller may not read it': selecting({ name: 'page', pages: [statusPage(403)] }),
    'a cache answered': selecting({
      ...selected('page', ['a', 'a', 'a'], 5),
      pages: ['a', 'a', 'a'].map((id) => page(entries(id), { exchange: exchange('GET', 200, [], { age: '3' }) })),
    }),
  },
});
