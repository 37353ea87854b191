import { expect, test } from 'vitest';
import type { JsonObject } from '#rule';
import { audit } from '../../src/audit.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { startItemService } from '../../src/run/test-service.fixture.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { judge } from './paged-service.fixture.js';

useSteadyClock();

/** What a page is cut from, and its place: `from` and `to` count entries. */
interface Cut {
  readonly shown: readonly JsonObject[];
  readonly from: number;
  readonly to: number;
  readonly isMore: boolean;
}

/** A way to page: where a request begins, and what a page says about the next one. */
interface Style {
  start(query: URLSearchParams, size: number, all: readonly JsonObject[]): number;
  page(cut: Cut, size: number): JsonObject;
}

const read = (query: URLSearchParams, name: string, otherwise: number) => Number(query.get(name) ?? otherwise);
const byPage: Style['start'] = (query, size) => (read(query, 'page', 1) - 1) * size;
const byOffset: Style['start'] = (query) => read(query, 'offset', 0);
const byToken: Style['start'] = (query) => Number(atob(query.get('cursor') ?? btoa('0')));
const byLastId: Style['start'] = (query, _, all) => all.findIndex(({ id }) => id === query.get('starting_after')) + 1;

const styles: Readonly<Record<string, Style>> = {
  'page numbers, and the next one': {
    start: byPage,
    page: ({ shown, from, isMore }, size) => {
      const page = from / size + 1;
      const nextPage = isMore ? page + 1 : null;
      return { docs: shown, hasNextPage: isMore, hasPrevPage: page > 1, limit: size, nextPage, page };
    },
  },
  'page numbers': { start: byPage, page: ({ shown, isMore }) => ({ data: shown, has_more: isMore }) },
  'page numbers, and whether it is the last': {
    start: byPage,
    page: ({ shown, isMore }) => ({ content: shown, last: !isMore }),
  },
  offsets: { start: byOffset, page: ({ shown, isMore }) => ({ data: shown, meta: { hasMore: isMore } }) },
  'offsets that count from 1': {
    start: (query) => read(query, 'startIndex', 1) - 1,
    page: ({ shown, from }) => ({ Resources: shown, startIndex: from + 1, itemsPerPage: shown.length }),
  },
  'a cursor': {
    start: byToken,
    page: ({ shown, to, isMore }) => ({ data: shown, has_more: isMore, next_cursor: isMore ? btoa(`${to}`) : null }),
  },
  'the id of the last entry': { start: byLastId, page: ({ shown, isMore }) => ({ data: shown, has_more: isMore }) },
  'an unknown parameter': {
    start: (query) => read(query, 'bookmark_number', 0),
    page: ({ shown, isMore }) => ({ data: shown, has_more: isMore }),
  },
};

const rules = ['paging-shows-every-item-once', 'small-pages-show-what-large-pages-show'];

/** Audits a service with `found` items of others; pages from the fourth entry on leave out their first `skipped` ones. */
async function auditPaged({ start, page }: Style, skipped: number, found: number) {
  const service = await startItemService(({ method, path }) => {
    const { pathname, searchParams } = new URL(path, 'http://any');
    if (method !== 'GET' || pathname !== '/things') return undefined;
    const all = [...service.things.values()];
    const size = read(searchParams, 'limit', 20);
    const from = start(searchParams, size, all);
    const isMore = from + size < all.length;
    const shown = all.slice(from > 2 ? from + skipped : from, from + size);
    return { status: 200, json: page({ shown, from, to: from + size, isMore }, size) };
  });
  for (let i = 0; i < found; i += 1) service.things.set(`x${i}`, { id: `x${i}`, name: 'theirs', size: i });
  const only = rules.map((rule) => `pagination/${rule}`);
  const profile = await loadProfile({ baseUrl: service.url, cwd: '/', env: {}, collections: ['/things'], only });
  const { results } = await audit(profile, { seed: 1 });
  return only.map((id) => results.find(({ rule }) => rule === id)?.verdict);
}

test.each(Object.entries(styles))(
  'no item is missed where pages say whether there is more: %s',
  async (name, style) => {
    const isKnown = name !== 'an unknown parameter';
    for (const found of [3, 7, 24]) {
      const said = await auditPaged(style, 0, found);
      if (isKnown) expect([found, said]).toEqual([found, ['held', 'held']]);
      else expect(said).not.toContain('violated');
    }
  },
);

test.each(Object.entries(styles).filter(([name]) => !/id of|unknown/.test(name)))(
  'an item that is on no page is missed: %s',
  async (_, style) => {
    expect(await auditPaged(style, 1, 7)).toEqual(['violated', 'violated']);
  },
);

const theirs = Array.from({ length: 30 }, (_, i): JsonObject => ({ id: `theirs${i}`, name: 'theirs', size: i }));

test.each<[string, number, boolean, RegExp]>([
  ['shows fewer than it is asked for', 20, false, /^(setup|held)$/],
  ['shows as many as it is asked for', 100, false, /^held$/],
  ['shows a next link on the last page', 100, true, /^violated$/],
])('whether the last page has a next link, where a service %s', async (_, most, isEndless, expected) => {
  const { said } = await judge(
    'last-page-has-no-next-link',
    ({ limit, offset }, stored) => {
      const entries = [...[...stored.values()].reverse(), ...theirs];
      const end = offset + Math.min(limit, most);
      const next = end < entries.length ? end : isEndless ? 0 : null;
      return { status: 200, json: { items: entries.slice(offset, end), next } };
    },
    { next: '/next' },
  );
  expect(said).toMatch(expected);
});
