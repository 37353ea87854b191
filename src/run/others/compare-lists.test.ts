import { expect, test } from 'vitest';
import { testCollection } from '../test-service.fixture.js';
import { countUnnamed, createWatchedList, hasChangedMeanwhile, type SentWrite } from './compare-lists.js';

const before = {
  collection: testCollection,
  entries: new Map(),
  items: new Map(),
  pages: 1,
  isWhole: true,
  exchanges: [],
};
const write = (collection: string | undefined, mayHaveAdded = true): SentWrite => ({
  ...{ n: 1, method: 'POST', path: '/', sent: undefined },
  ...{ collection, isUnnamed: true, mayHaveAdded },
});
const writes = [write(testCollection.name), write('others'), write(undefined)];

test('a POST about another collection is no reason for a new entry that another client may have added', () => {
  const list = createWatchedList({ ...before, all: [{ id: '1' }] }, 0, 0);
  expect(countUnnamed(list, writes)).toBe(2);
});

test('any write that was not refused is, where entries have no ids', () => {
  const list = createWatchedList({ ...before, all: [{ name: 'a' }] }, 0, 0);
  expect(countUnnamed(list, [...writes, write(testCollection.name, false)])).toBe(3);
});

test.each<[string, string, boolean, boolean]>([
  ['an entry that was never seen', '9', false, true],
  ['one of the run', 'own', false, false],
  ['one that another page showed before', '2', false, false],
  ['one that the whole list lacked', '2', true, true],
])('a list to which others write shows %s', (_, id, isWhole, isActive) => {
  const list = createWatchedList({ ...before, all: [{ id: '1' }, { id: '2' }] }, 0, 0);
  const read = (...ids: string[]) => ({
    list,
    losses: [],
    now: { ...before, isWhole, all: [], entries: new Map(ids.map((one) => [one, { id: one }])) },
  });
  const options = { runMark: 'assay-0', ownIds: new Set(['own']) };
  expect(hasChangedMeanwhile(read('1'), read('1', id), options)).toBe(isActive);
});
