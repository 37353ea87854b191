import { describe, expect, test } from 'vitest';
import type { Exchange, HeaderFields } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import { createFact } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import {
  createBodyRule,
  createNamedRule,
  runRules,
  startItemService,
  testCollection,
} from '../test-service.fixture.js';
import { resolveLinkPath } from './item-address.js';
import { buildFirstPagePath, readPage } from './read-page.js';

const base = 'http://127.0.0.1:80';
const paged = (pagination: Partial<Collection['pagination']>): Collection => ({
  ...testCollection,
  pagination: { ...testCollection.pagination, ...pagination },
});
const answer = (json: Json | undefined, headers: HeaderFields = {}, status = 200): Exchange => ({
  n: 1,
  method: 'GET',
  path: '/things',
  answer: { status, headers, text: '', json },
  silence: undefined,
});
const read = (collection: Collection, exchange: Exchange, asked = '/things?limit=2', baseUrl = base) =>
  readPage(collection, exchange, asked, baseUrl);

describe('the first page', () => {
  test.each<[string, Partial<Collection['pagination']>, string]>([
    ['as it is, where no size can be asked for', { params: {} }, '/things'],
    ['as large as is known to be allowed', { params: { size: 'limit' }, maxSize: 25 }, '/things?limit=25'],
    [
      'by its number, where pages have one',
      { style: 'page', params: { size: '_limit', page: '_page' }, base: 1 },
      '/things?_limit=100&_page=1',
    ],
    [
      'by its number, which may begin at 0',
      { style: 'link', params: { size: 'n', page: 'p' }, base: 0 },
      '/things?n=100&p=0',
    ],
    [
      'without a number, where a cursor leads on',
      { style: 'cursor', params: { size: 'n', page: 'p' } },
      '/things?n=100',
    ],
    ['of a hundred at most', { params: { size: 'page[size]' }, maxSize: 1000 }, '/things?page%5Bsize%5D=100'],
  ])('%s', (_, pagination, expected) => {
    expect(buildFirstPagePath(paged(pagination))).toBe(expected);
  });
});

test('the members of an object are entries, with their names as ids where they show none', () => {
  const at = (items: string, pointer: string, json: Json) =>
    read({ ...paged({ items, isById: true }), id: { pointer } }, answer(json)).entries;
  expect(at('/data', '/id', { data: { a: { size: 1 }, b: { size: 2 } }, count: 2 })).toEqual([
    { size: 1, id: 'a' },
    { size: 2, id: 'b' },
  ]);
  expect(at('', '/key', { a: { key: 'a' } })).toEqual([{ key: 'a' }]);
  expect(at('', '/id', {})).toEqual([]);
});

describe('entries are found', () => {
  const entries = [{ id: 1 }, { id: 2 }];
  test.each<[string, Partial<Collection['pagination']>, Json]>([
    ['in a bare array', {}, entries],
    ['where they are declared', { items: '/deep/list' }, { deep: { list: entries }, items: [] }],
    ['under a usual name, beside other arrays', { items: '' }, { errors: [], data: entries }],
    ['under the name of the collection', { items: '' }, { warnings: ['x'], things: entries }],
    ['in the only array there is', { items: '' }, { count: 2, odd: entries }],
  ])('%s', (_, pagination, json) => {
    expect(read(paged(pagination), answer(json)).entries).toEqual(entries);
  });

  test.each<[string, Json | undefined, number]>([
    ['two arrays without a telling name', { a: [], b: [] }, 200],
    ['no array', { error: 'x' }, 200],
    ['no content', undefined, 200],
    ['another status', entries, 500],
  ])('but content with %s is not a page', (_, json, status) => {
    expect(read(paged({ items: '/missing' }), answer(json, {}, status)).entries).toBeUndefined();
  });
});

describe('the end is', () => {
  const more = paged({ style: 'cursor', params: { cursor: 'after' }, base: 1, next: '/pageInfo/endCursor' });

  test.each([false, true])('where a flag says so, with any cursor: %s', (hasNextPage) => {
    const page = read(more, answer({ items: [{ id: 1 }], pageInfo: { endCursor: 'x', hasNextPage } }));
    expect([page.next !== undefined, page.isReported]).toEqual([hasNextPage, true]);
  });
});

describe('links to other pages are where', () => {
  const paths = { first: '/things?p=1', prev: '/things?p=2', last: '/things?p=9' };
  const urls = { first: `${base}/things?p=1`, prev: '?p=2', last: '/things?p=9' };
  const [first, prev, last] = [{ href: urls.first }, { href: urls.prev }, { href: urls.last }];
  test.each<[string, Json, HeaderFields]>([
    ['Link says', [], { link: `<${urls.first}>; rel="first", <?p=2>; rel=prev, </things?p=9>; rel="last"` }],
    [
      'Link says, with the long name',
      [],
      { link: `<${urls.first}>; rel="first", <?p=2>; rel="previous", </things?p=9>; rel="last"` },
    ],
    ['HAL has them', { items: [], _links: { first, prev, last, self: { href: '/things?p=3' } } }, {}],
    ['JSON:API has them', { items: [], links: urls }, {}],
    ['they are beside the entries', { items: [], first: urls.first, previous: urls.prev, last: urls.last }, {}],
  ])('%s', (_, json, headers) => {
    expect(read(paged({ items: '' }), answer(json, headers)).links).toEqual(paths);
  });

  test.each<[string, Json]>([
    ['flags', { items: [], first: true, last: false }],
    ['numbers', { items: [], links: { first: 1, last: 9, prev: null } }],
    ['cursors', { items: [], first: 'abc', prev: 'abc=' }],
  ])('but %s are none', (_, json) => {
    expect(read(paged({ items: '' }), answer(json)).links).toEqual({});
  });
});

describe('the next page is where', () => {
  const one: Json = [{ id: 1 }];
  test.each<[string, HeaderFields, string | undefined]>([
    ['Link says', { link: '</things?limit=2&page=2>; rel="next"' }, '/things?limit=2&page=2'],
    ['Link says without quotes, absolute', { link: `<${base}/things?p=2>; rel=next` }, '/things?p=2'],
    [
      'Link says behind other links',
      { link: '</a>; rel="prev", </b>; rel="first"; title="x", </c?n=3>; rel="next"' },
      '/c?n=3',
    ],
    ['a later Link line says', { link: ['</a>; rel="prev"', '</b?n=2>; rel="next"'] }, '/b?n=2'],
    ['Link says relative to the page', { link: '<?page=2>; rel="next"' }, '/things?page=2'],
    ['is not declared, at the end', { link: '</a>; rel="prev"' }, undefined],
  ])('%s', (_, headers, expected) => {
    expect(read(testCollection, answer(one, headers)).next).toBe(expected);
  });

  const cursor = paged({ style: 'cursor', params: { cursor: 'after' }, items: '/items', next: '/next' });
  test.each<[string, Json, string | undefined]>([
    ['a cursor', 'abc', '/things?limit=2&after=abc'],
    ['a cursor that needs encoding', 'a+b/c==&d', '/things?limit=2&after=a%2Bb%2Fc%3D%3D%26d'],
    ['a cursor that begins like a path', '/3Qm+A==', '/things?limit=2&after=%2F3Qm%2BA%3D%3D'],
    ['a URL', `${base}/things?after=x`, '/things?after=x'],
    ['a path with a query', '/things?after=x', '/things?after=x'],
    ['a query', '?after=x', '/things?after=x'],
    ['null', null, undefined],
    ['an empty text', '', undefined],
  ])('the page names %s', (_, next, expected) => {
    expect(read(cursor, answer({ items: one, next })).next).toBe(expected);
  });

  test('a header field has a token, and nothing describes it', () => {
    const described = paged({ style: 'cursor', params: { cursor: 'after' } });
    const page = answer(one, { 'x-next-token': 'abc' });
    expect(read(described, page)).toMatchObject({ next: '/things?limit=2&after=abc', isReported: true });
    expect(read(paged({ style: 'page', params: { page: 'p' } }), page).next).toBe('/things?limit=2&p=2');
  });

  const numbered = paged({ style: 'page', params: { size: 'limit', page: 'p' }, items: '/items', next: '/next' });
  test.each<[string, Json, string | undefined]>([
    ['the number of the next page', 2, '/things?limit=2&p=2'],
    ['it as text', '3', '/things?limit=2&p=3'],
    ['a URL all the same', '/things?limit=2&p=4', '/things?limit=2&p=4'],
    ['null', null, undefined],
    ['true', true, '/things?limit=2&p=2'],
    ['a text that is no number', 'abc', '/things?limit=2&p=2'],
    ['false', false, undefined],
  ])('the numbered page names %s', (_, next, expected) => {
    expect(read(numbered, answer({ items: one, next })).next).toBe(expected);
  });

  test('the page names a number, and only offsets are known', () => {
    const skipping = paged({ style: 'offset', params: { offset: 'skip' }, items: '/items', next: '/next' });
    expect(read(skipping, answer({ items: one, next: 20 })).next).toBe('/things?limit=2&skip=20');
  });

  test.each<[string, Partial<Collection['pagination']>, Json, string | undefined]>([
    ['page numbers', { style: 'page', params: { page: 'p' } }, {}, '/things?limit=2&p=2'],
    ['offsets', { style: 'offset', params: { offset: 'skip' } }, {}, '/things?limit=2&skip=1'],
    ['ids', { style: 'cursor', params: { cursor: 'after' } }, {}, '/things?limit=2&after=1'],
    [
      'tokens',
      { style: 'cursor', params: { cursor: 'after' } },
      { meta: { next_cursor: 'abc' } },
      '/things?limit=2&after=abc',
    ],
    ['nothing', { style: 'unknown', params: {} }, {}, undefined],
  ])('the page says only that there is one, after %s', (_, pagination, beside, expected) => {
    const page = (more: boolean) => answer({ items: one, has_more: more, ...(beside as object) });
    for (const next of [{}, { next: '/has_more' }]) {
      const collection = paged({ items: '/items', ...pagination, ...next });
      expect(read(collection, page(true))).toMatchObject({ next: expected, isPromised: true });
      expect(read(collection, page(false))).toMatchObject({ next: undefined, isReported: true });
    }
  });

  test('the page says only that there is one, and is empty', () => {
    const skipping = paged({ style: 'offset', params: { offset: 'skip' }, items: '/items' });
    const page = read(skipping, answer({ items: [], has_more: true }));
    expect(page).toMatchObject({ next: undefined, isPromised: true });
  });

  test('the id of the last entry is no token', () => {
    const facts = [createFact('pagination', { style: 'cursor', params: {} }, 'described', 'the document')];
    const token = { ...paged({ style: 'cursor', params: { cursor: 'page_token' } }), facts };
    expect(read(token, answer({ items: one, has_more: true })).next).toBeUndefined();
  });

  test('the page names the same cursor again, instead of the one before it', () => {
    const asked = '/things?limit=2&after=abc';
    expect(read(cursor, answer({ items: one, next: 'def' }), asked).next).toBe('/things?limit=2&after=def');
  });

  test.each<[string, Partial<Collection['pagination']>, string]>([
    ['page numbers count from 1', { style: 'page', params: { page: 'page' }, base: 1 }, '/things?limit=2&page=2'],
    ['page numbers count from 0', { style: 'page', params: { page: 'page' }, base: 0 }, '/things?limit=2&page=1'],
    [
      'offsets count from 1',
      { style: 'offset', params: { offset: 'startIndex' }, firstOffset: 1 },
      '/things?limit=2&startIndex=2',
    ],
    ['offsets count entries', { style: 'offset', params: { offset: 'skip' } }, '/things?limit=2&skip=1'],
  ])('%s', (_, pagination, expected) => {
    expect(read(paged(pagination), answer(one)).next).toBe(expected);
    expect(read(paged(pagination), answer([])).next).toBeUndefined();
  });
});

describe('a link becomes a path under the base URL', () => {
  test.each([
    ['/api/things/1', 'http://h/api', '/things/1'],
    ['http://h/api/things/1?x=1', 'http://h/api', '/things/1?x=1'],
    ['things/1', 'http://h/api', '/things/1'],
    ['/things/1', 'http://h/api', '/things/1'],
    ['/apis/1', 'http://h/api', '/apis/1'],
    ['http://internal:8080/things/1', 'http://h', '/things/1'],
    ['http://[', 'http://h', undefined],
  ])('%s on %s', (link, baseUrl, expected) => {
    expect(resolveLinkPath(link, '/things', baseUrl)).toBe(expected);
  });
});

describe('reading all pages', () => {
  const walking = createNamedRule<unknown, string>('a', {
    touches: 'reads',
    when: async (_, { items }) =>
      JSON.stringify(
        await items
          .list()
          .then(({ entries, isWhole, trouble, pages }) => [entries, isWhole, trouble ?? null, pages.length]),
      ),
    then: (seen) => ({ verdict: 'held', note: seen }),
  });
  const walk = async (collection: Collection, page: (path: string) => Json | 404 | 400) => {
    const { url, arrived } = await startItemService(({ path }) => {
      const json = page(path);
      return json === 404 || json === 400 ? { status: json } : { status: 200, json };
    });
    const { outcomes } = await runRules(url, [walking], { collections: [collection], limits: { cases: 1 } });
    return { seen: JSON.parse(outcomes[0]?.notes[0] ?? 'null'), asked: arrived.map(({ path }) => path) };
  };
  const cursor = paged({ style: 'cursor', params: { cursor: 'after' }, items: '/items', next: '/next' });

  test('reaches the end, and is complete', async () => {
    const { seen, asked } = await walk(cursor, (path) => ({
      items: [path],
      next: path.includes('b') ? null : path.includes('a=') || path.includes('after=a') ? 'b' : 'a',
    }));
    expect(asked).toEqual(['/things', '/things?after=a', '/things?after=b']);
    expect(seen).toEqual([asked, true, null, 3]);
  });

  test('sends no size when a guessed one is refused, and keeps a known one', async () => {
    const one = [{ id: 'a' }];
    const sized = paged({ style: 'page', params: { size: 'limit', page: 'page' } });
    const refuse = (path: string): Json | 400 => (path.includes('limit') ? 400 : path.includes('page=2') ? [] : one);
    expect(await walk(sized, refuse)).toMatchObject({
      seen: [one, true, null, 2],
      asked: ['/things?limit=100&page=1', '/things', '/things?page=2'],
    });
    const known = paged({ style: 'page', params: { size: 'limit', page: 'page' }, maxSize: 10 });
    // The second request is the control of the refused one.
    expect(await walk(known, refuse)).toMatchObject({ asked: ['/things?limit=10&page=1', '/things'] });
  });

  describe('whose next page is unknown', () => {
    const unknown = paged({ style: 'unknown', params: {}, items: '/items', total: '/total' });
    const things = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
    const isComplete = async (collection: Collection, content: Json) => (await walk(collection, () => content)).seen[1];

    test('is complete when it has as many entries as it says, or an unusual number', async () => {
      expect(await isComplete(unknown, { items: things(10), total: 10 })).toBe(true);
      expect(await isComplete(unknown, { items: things(14), total: 14 })).toBe(true);
      expect(await isComplete(unknown, { items: things(11) })).toBe(true);
      expect(await isComplete(unknown, { items: [] })).toBe(true);
    });

    test('is not complete when it says that there are more', async () => {
      expect(await isComplete(unknown, { items: things(13), total: 14 })).toBe(false);
      expect(await isComplete(unknown, { items: things(3), has_more: true })).toBe(false);
    });

    test.each([5, 10, 20, 25, 50, 100])(
      'is not complete when it has %s entries, which may be a page',
      async (count) => {
        expect(await isComplete(unknown, { items: things(count) })).toBe(false);
      },
    );

    test('is not complete when it has tokens in an unknown place, and as many entries as a page may have', async () => {
      const tokens = paged({ style: 'cursor', params: { cursor: 'after' }, items: '/items' });
      expect(await isComplete(tokens, { items: things(50), more: 'abc' })).toBe(false);
      expect(await isComplete(tokens, { items: things(49), more: 'abc' })).toBe(true);
      const known = paged({ ...tokens.pagination, next: '/more' });
      expect(await isComplete(known, { items: things(50), more: '' })).toBe(true);
    });

    test('is complete when the profile says that it is not paged, or where the next page is known', async () => {
      expect(await isComplete(paged({ ...unknown.pagination, style: 'none' }), { items: things(10) })).toBe(true);
      const linked = paged({ ...unknown.pagination, style: 'link' });
      expect(await isComplete(linked, { items: things(11), has_more: true })).toBe(false);
      expect(await isComplete(linked, { items: things(10), total: 14 })).toBe(true);
    });
  });

  test('ends at a loop, and is not complete', async () => {
    const { seen, asked } = await walk(cursor, (path) => ({
      items: [path],
      next: path.includes('after=a') ? 'b' : 'a',
    }));
    expect(asked).toEqual(['/things', '/things?after=a', '/things?after=b']);
    expect(seen).toEqual([asked, false, null, 3]);
  });

  test('ends after thirty pages of an endless list, and is not complete', async () => {
    const endless = paged({ style: 'page', params: { page: 'p' }, base: 1 });
    const { seen, asked } = await walk(endless, (path) => [path]);
    expect(asked).toHaveLength(30);
    expect(seen.slice(1)).toEqual([false, null, 30]);
  });

  test('takes 404 for a page past the end as the end', async () => {
    const numbered = paged({ style: 'page', params: { page: 'p' }, base: 1 });
    const { seen } = await walk(numbered, (path) => (path.includes('p=2') ? 404 : [1]));
    expect(seen).toEqual([[1], true, null, 2]);
  });

  describe('whose last page is returned again past the end', () => {
    const again = paged({ style: 'page', params: { page: 'p' }, base: 1, pastEnd: 'last-page' });
    const service = (path: string): Json => {
      const entry = path.includes('p=') ? { id: 2, seen: path } : { id: 1, seen: path };
      return [entry];
    };

    test('ends there, is complete, and lists no item twice', async () => {
      const { seen, asked } = await walk(again, service);
      expect(asked).toEqual(['/things', '/things?p=2', '/things?p=3']);
      expect(seen).toEqual([[service('/things'), service('/things?p=2')].flat(), true, null, 3]);
    });

    test('and is not taken as the end unless the profile says so', async () => {
      const { seen, asked } = await walk(paged({ ...again.pagination, pastEnd: 'empty' }), service);
      expect([asked.length, seen[1]]).toEqual([3, false]);
    });
  });

  test('reports the problem of the first page', async () => {
    const { seen } = await walk(cursor, () => 404);
    expect(seen).toEqual([[], false, 'the service returned no page (exchange 1)', 1]);
  });
});

test('reads a total unless it is declared to be an estimate', () => {
  const told = answer([], { 'x-total-count': '7' });
  expect(read(paged({ items: '' }), told).total).toBe(7);
  expect(read(paged({ items: '', total: '' }), told).total).toBeUndefined();
});

test('an entry that is the id of an item alone is found', async () => {
  let service: { readonly things: ReadonlyMap<string, Json> } | undefined;
  const finding = createBodyRule('a/finds', {
    when: async (body, { items }) => {
      const item = await items.create(body);
      return items.findEntry(await items.list(), item) ?? null;
    },
    then: (found) => ({ verdict: 'held', note: JSON.stringify(found) }),
  });
  service = await startItemService(({ method, path }) =>
    method === 'GET' && path === '/things' ? { status: 200, json: [...(service?.things.keys() ?? [])] } : undefined,
  );
  const { url } = service as Awaited<ReturnType<typeof startItemService>>;
  const { outcomes } = await runRules(url, [finding], { limits: { cases: 1 } });
  expect(outcomes[0]?.notes[0]).toMatch(/^"t\d+"$/);
});
