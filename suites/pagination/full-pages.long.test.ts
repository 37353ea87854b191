import { expect, test } from 'vitest';
import { useSteadyClock } from '../../test/support/use-steady-clock.js';
import { type Answering, judge, page } from './paged-service.fixture.js';

useSteadyClock();

const bounded =
  (most: number): Answering =>
  (query, stored) =>
    page({ ...query, limit: Math.min(query.limit, most) }, stored);

test.each<[string, Answering, string]>([
  ['kept', bounded(100), 'held'],
  ['exceeded by one', bounded(101), 'violated'],
  ['ignored', page, 'violated'],
])('a declared maximum of 100 is %s', async (_, answering, expected) => {
  const { said, stored } = await judge('maximum-page-size-is-kept', answering, { maxSize: 100, defaultSize: 20 });
  expect([said, stored.size]).toEqual([expected, 0]);
});

const telling =
  (told: number, most: number): Answering =>
  (query, stored) => {
    const { status, json } = page({ ...query, limit: Math.min(query.limit, most) }, stored);
    return { status, json: { ...(json as object), limit: Math.min(query.limit, told) } };
  };

const refusing =
  (most: number): Answering =>
  (query, stored) =>
    query.limit > most
      ? { status: 400, json: { detail: 'limit must be at most 40' } }
      : page({ ...query, limit: Math.min(query.limit, most) }, stored);

test.each<[string, Answering, string]>([
  ['a page reports a smaller size than requested', telling(40, 40), 'held'],
  ['a page reports a size, and has more entries', telling(40, 60), 'violated'],
  ['a refusal names it', refusing(40), 'held'],
])('no maximum is declared, and %s: %s', async (_, answering, expected) => {
  const { said, why, stored } = await judge('maximum-page-size-is-kept', answering);
  expect([said, stored.size], why).toEqual([expected, 0]);
});

test('where no maximum is known, the report says what was seen and which key decides', async () => {
  const { said, why, writes } = await judge('maximum-page-size-is-kept', page, {}, 30);
  expect([said, writes]).toEqual(['no-usable-case', 0]);
  expect(why).toContain('a page of 1000 has 30 entries; declare pagination.maxSize');
});

const whole: Answering = (_, stored) => page({ limit: 1_000_000, offset: 0 }, stored);
const list = { method: 'GET', path: '/things', statuses: [200], parameters: [], provenance: 'described' } as const;
const unpaged = { style: 'unknown', params: {} } as const;

test.each<[string, Answering, Parameters<typeof judge>[4], string]>([
  ['the document describes no way to page, and the list has everything', whole, { list }, 'violated'],
  ['the list is not described', whole, { list: { ...list, provenance: 'observed' } }, 'no-usable-case'],
  [
    'a described parameter may select a page',
    whole,
    { list: { ...list, parameters: [{ name: 'startingAt', in: 'query', required: false }] } },
    'no-usable-case',
  ],
  ['a list without a way to page shows only some items', bounded(50), { list }, 'setup'],
  ['its items cannot be removed', whole, { list, remove: undefined }, 'no-usable-case'],
])('%s', async (_, answering, more, expected) => {
  const { said, why } = await judge('list-without-parameters-is-bounded', answering, unpaged, 0, more);
  expect(said, why).toBe(expected);
});
