import { expect, test } from 'vitest';
import type { JsonObject } from '#rule';
import type { Pagination } from '../../src/model/service/pagination.js';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { type Answering, judge, page } from './paged-service.fixture.js';

useSteadyClock();

test.each(['paging-shows-every-item-once', 'paging-ends', 'total-counts-the-items'])(
  '%s: a walk by offset may shift while others insert at its front',
  async (rule) => {
    let others = 0;
    const inserting: Answering = (query, stored) => {
      const { status, json } = page(query, stored);
      others += 1;
      stored.set(`o${others}`, { id: `o${others}`, name: 'theirs', size: others });
      return { status, json: { ...(json as JsonObject), total: stored.size - 1 } };
    };
    const { said } = await judge(rule, inserting, { total: '/total' });
    expect(['noise', 'held', 'no-usable-case']).toContain(said);
  },
);

const clamped: Answering = (query, stored) => {
  const last = Math.max(0, Math.ceil(stored.size / query.limit) - 1) * query.limit;
  return page({ ...query, offset: Math.min(query.offset, last) }, stored);
};

test.each<[Pagination['pastEnd'], string]>([
  [undefined, 'no-usable-case'],
  ['last-page', 'held'],
  ['empty', 'violated'],
])('past the end the last page comes again, which is declared as %s: %s', async (pastEnd, expected) => {
  const { said } = await judge('paging-ends', clamped, pastEnd && { pastEnd });
  expect(said).toBe(expected);
});

test('a last page that is returned again past the end repeats no item', async () => {
  expect((await judge('paging-shows-every-item-once', clamped, { pastEnd: 'last-page' })).said).toBe('held');
});

test.each([12, 24, 25])('nor does it in small pages of a list of %i items', async (found) => {
  const pastEnd = { pastEnd: 'last-page' } as const;
  expect((await judge('small-pages-show-what-large-pages-show', clamped, pastEnd, found)).said).toBe('held');
});

test('a service may refuse a small page size', async () => {
  const refusing: Answering = (query, stored) => (query.limit < 10 ? { status: 400 } : page(query, stored));
  const { said, why } = await judge('page-size-is-honoured', refusing, {}, 12);
  expect([said, why]).toEqual(['no-usable-case', expect.stringContaining('minimum')]);
});

test('pages may be empty before the end', async () => {
  const sparse: Answering = ({ limit, offset: start }, stored) => {
    const found = [...stored.values()];
    const places = found.flatMap((thing) => [thing, undefined, undefined, undefined, undefined, undefined]);
    const items = places.slice(start, start + limit).filter((thing) => thing !== undefined);
    return { status: 200, json: { items, next: start + limit < places.length ? start + limit : null } };
  };
  const { said } = await judge('paging-ends', sparse, { next: '/next' });
  expect(['held', 'no-usable-case']).toContain(said);
});

test('an empty page may omit its list, as in HAL', async () => {
  const leaving: Answering = (query, stored) => (stored.size === 0 ? { status: 200, json: {} } : page(query, stored));
  expect((await judge('empty-result-is-an-empty-page', leaving)).said).toBe('held');
});

test.each([
  ['page-size-is-honoured', 12],
  ['list-without-parameters-is-bounded', 22],
  ['maximum-page-size-is-kept', 8],
  ['invalid-paging-values-are-not-a-server-error', 8],
])('%s: what is there is enough where nothing may be made', async (rule, found) => {
  const capped: Answering = ({ limit, offset: start }, stored) =>
    page({ limit: limit === 20 ? limit : Math.min(limit > 0 ? limit : 20, 7), offset: start }, stored);
  const maximum = rule === 'list-without-parameters-is-bounded' ? {} : { maxSize: 7 };
  const { said, writes } = await judge(rule, capped, { defaultSize: 20, ...maximum }, found);
  expect([said, writes]).toEqual(['held', 0]);
});

test('with too few items nothing is created, and the report says what would help', async () => {
  const { said, why, writes } = await judge('list-without-parameters-is-bounded', page, { defaultSize: 20 }, 3);
  expect([said, why, writes]).toEqual(['no-usable-case', expect.stringContaining('--permit writes'), 0]);
});

test('sizes below a minimum may be raised to it', async () => {
  const raised: Answering = (query, stored) => page({ ...query, limit: Math.max(query.limit, 4) }, stored);
  expect((await judge('page-size-is-honoured', raised, {}, 12)).said).toBe('no-usable-case');
});

test('an ignored size is a violation', async () => {
  const deaf: Answering = (query, stored) => page({ ...query, limit: 4 }, stored);
  expect((await judge('page-size-is-honoured', deaf, {}, 12)).said).toBe('violated');
});
