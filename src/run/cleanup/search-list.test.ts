import { expect, test } from 'vitest';
import type { Json } from '../../model/json.js';
import { testCollection } from '../test-service.fixture.js';
import { isListed } from './search-list.js';

const inList = (all: readonly Json[], path: string) =>
  isListed({ collection: testCollection, all, entries: all, pages: 1, arrays: [], isWhole: true, status: 200 }, path);

test.each<[string, readonly Json[], boolean]>([
  ['an entry with its id', [{ id: 'a' }, { id: 'b' }], true],
  ['its id alone', ['a', 'b'], true],
  ['other entries', [{ id: 'b' }], false],
  ['no entries', [], false],
  ['entries that do not tell whose they are', [{ self: '/elsewhere/x' }, { self: '/elsewhere/y' }], true],
])('a list may show an item: %s', (_, all, isShown) => {
  expect(inList(all, '/things/a')).toBe(isShown);
});
