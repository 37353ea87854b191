import { expect, test } from 'vitest';
import type { Report } from '../../../src/model/result/report.js';
import { type FoundFacts, factNames } from '../checker/crawl/facts-to-find.js';
import { simplestCollection, simplestDesign } from '../design/simplest.js';
import { describeService } from '../facts/build-facts.js';
import { compareFacts, isSamePath, listUnknownLists } from './compare-facts.js';

const facts = describeService({
  ...simplestDesign,
  collections: [simplestCollection, { ...simplestCollection, noun: 'product', parent: 0 }],
});
const found = facts.collections.map(
  () => Object.fromEntries(factNames.map((name) => [name, 'findable'])) as FoundFacts,
);

type Said = Readonly<Record<string, unknown>>;

const survey = (...collections: readonly [path: string, said: Said][]): Pick<Report, 'survey'> => ({
  survey: {
    collections: collections.map(([path, said]) => ({
      name: path.split('/').at(-1) ?? '',
      path,
      facts: Object.entries(said).map(([about, value]) => ({
        about,
        value: value as string,
        provenance: value === '/id?' ? ('assumed' as const) : ('observed' as const),
        evidence: '',
      })),
    })),
    contradictions: [],
    notes: [],
  },
});

const judge = (report: Pick<Report, 'survey'>, index = 0) =>
  Object.fromEntries(
    Object.entries(compareFacts(facts, report, found)[index]?.facts ?? {}).map(([name, one]) => [name, one.understood]),
  );

test('facts are right as the design has them, wrong if they differ, and unknown without a claim', () => {
  const right = {
    items: '',
    read: 'GET /bookings/{id}',
    id: '/id',
    create: 'POST /bookings',
    remove: 'DELETE /bookings/{x}',
  };
  expect(judge(survey(['/bookings', right]))).toMatchObject({
    ...{ list: 'right', item: 'right', id: 'right', creation: 'right', removal: 'right' },
    ...{ change: 'unknown', paging: 'unknown', parents: 'unknown' },
  });
  const wrong = {
    items: '/data',
    read: 'GET /booking/{id}',
    id: '/key',
    create: 'POST /new',
    patch: 'PATCH /bookings/{id}',
  };
  expect(judge(survey(['/bookings', { ...wrong, pagination: { style: 'page', params: {} } }]))).toMatchObject({
    ...{ list: 'wrong', item: 'wrong', id: 'wrong', creation: 'wrong', change: 'wrong', paging: 'wrong' },
  });
  expect(judge(survey(['/bookings', { create: false, remove: false }]))).toMatchObject({
    ...{ creation: 'unknown', removal: 'unknown' },
  });
  expect(new Set(Object.values(judge(survey())))).toEqual(new Set(['unknown']));
});

test('an id that is assumed is no claim, and a list with another slash at the end is wrong', () => {
  expect(judge(survey(['/bookings/', { id: '/id?' }]))).toMatchObject({ id: 'unknown', list: 'wrong' });
});

test('a list below an item has the right parent if the report names the list of that item', () => {
  const below = (parent: string): [string, Said] => [
    '/bookings/{booking_id}/products',
    { 'parent {booking_id}': `one of ${parent}, created first` },
  ];
  expect(judge(survey(['/bookings', {}], below('bookings')), 1).parents).toBe('right');
  expect(judge(survey(['/bookings', {}], below('people')), 1).parents).toBe('wrong');
});

test('paths lead to the same if they have values in place of parameters', () => {
  expect(isSamePath('/a/7/b/{id}', '/a/{a_id}/b/{b_id}')).toBe(true);
  expect(isSamePath('/a/{id}:stop', '/a/{a_id}:stop')).toBe(true);
  expect(isSamePath('/a/{id}/c', '/a/{a_id}/b')).toBe(false);
  expect(listUnknownLists(facts, survey(['/bookings', {}], ['/search', {}]))).toEqual(['/search']);
});
