import { expect, test } from 'vitest';
import { testCollection } from '../test-service.fixture.js';
import { countUnnamed, createWatchedList, type SentWrite } from './compare-lists.js';

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
