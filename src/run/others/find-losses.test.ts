import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../model/json.js';
import { createBareCollection } from '../../model/service/bare-collection.js';
import type { Collection } from '../../model/service/subject.js';
import { findLosses, hasExpired, listWrittenMembers } from './find-losses.js';
import { listOthers, type OthersList } from './read-others.js';

const schema: JsonObject = {
  properties: { name: { type: 'string' }, tags: { type: 'array' }, stock: { type: 'integer' } },
};
const collection: Collection = {
  ...createBareCollection('things'),
  itemPath: '/things/{id}',
  create: {
    ...{ method: 'POST', path: '/things', provenance: 'described', statuses: [], parameters: [] },
    request: { mediaType: 'application/json', schema },
  },
};
const list = (...all: Json[]): OthersList => ({
  ...{ collection, all, pages: 1, isWhole: true, items: new Map(), exchanges: [] },
  entries: new Map(listOthers(collection, all)),
});
const written = listWrittenMembers(collection, undefined, undefined);
const options = { written, runMark: '0a0b0c0d', volatile: new Set<string>() };

describe('an item of others', () => {
  const before = { id: '1', name: 'Ada', tags: ['x'], stock: 5, seen: 'today' };

  test.each<[string, Json, readonly string[]]>([
    ['as before', before, []],
    ['with less stock', { ...before, stock: 4 }, []],
    ['with a member that no client writes', { ...before, seen: 'tomorrow' }, []],
    ['with more members', { ...before, more: 'text' }, []],
    ['with another name', { ...before, name: 'Grace' }, ['name']],
    ['with another tag', { ...before, tags: ['y'] }, ['tags']],
    ['without its name', { id: '1', tags: ['x'] }, ['name']],
  ])('%s', (_, after, members) => {
    expect(findLosses(list(before), list(after), options).flatMap((loss) => loss.members)).toEqual(members);
  });

  test('that is not listed is missing, with its address', () => {
    expect(findLosses(list(before), list(), options)).toMatchObject([
      { is: 'missing', key: '1', path: '/things/1', before },
    ]);
  });

  test('with the marker of this run is changed by it', () => {
    const [ours] = findLosses(list(before), list({ ...before, name: 'assay-0a0b0c0d-x' }), options);
    const [others] = findLosses(list(before), list({ ...before, name: 'assay-11111111-x' }), options);
    expect([ours?.isOurs, others?.isOurs]).toEqual([true, false]);
  });

  test('without known members is compared by values of this run alone', () => {
    const bare = createBareCollection('things');
    const unknown = { ...options, written: listWrittenMembers(bare, undefined, undefined) };
    const named = { ...options, written: listWrittenMembers(bare, undefined, { name: 'Ada' }) };
    const now = (name: string) => list({ ...before, name });
    expect(findLosses(list(before), now('Grace'), unknown)).toEqual([]);
    expect(findLosses(list(before), now('Grace'), named)).toHaveLength(1);
    expect(findLosses(list(before), now('assay-0a0b0c0d-x'), unknown)).toMatchObject([{ isOurs: true }]);
  });

  test('is compared by what its entry does not show', () => {
    const hidden = (note: string) => ({ ...list({ id: '1' }), items: new Map([['1', { id: '1', name: note }]]) });
    expect(findLosses(hidden('Ada'), hidden('Grace'), options)).toMatchObject([{ members: ['name'] }]);
    expect(findLosses(hidden('Ada'), hidden('Ada'), options)).toEqual([]);
    expect(findLosses(hidden('Ada'), list({ id: '1' }), options)).toEqual([]);
  });

  test('is not compared by what changes without a write', () => {
    const volatile = new Set(['name']);
    expect(findLosses(list(before), list({ ...before, name: 'Grace' }), { ...options, volatile })).toEqual([]);
  });

  test('is none that has the marker of any run', () => {
    const shard = { id: '2', name: 'assay-11111111-shard' };
    expect(findLosses(list(before, shard), list(before), options)).toEqual([]);
  });
});

test('an item may have expired when a moment that it names has passed', () => {
  const [from, to] = [Date.parse('2026-01-01T00:00:00Z'), Date.parse('2026-01-01T00:01:00Z')];
  const moments: Json[] = ['2026-01-01T00:00:30Z', from + 5_000, from / 1_000 + 5];
  expect(moments.map((until) => hasExpired({ a: { until } }, from, to))).toEqual([true, true, true]);
  expect(hasExpired({ until: '2026-01-01T00:02:00Z', name: '30' }, from, to)).toBe(false);
});
