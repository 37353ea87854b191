import { expect, test } from 'vitest';
import type { Json } from '../json.js';
import { listIdPointers, readIdAt } from './item-id.js';

test.each<[Json | undefined, string, string | number | undefined]>([
  [{ id: 7 }, '/id', 7],
  [{ data: { id: 7, documentId: 'a' } }, '/data/documentId', 'a'],
  [{ id: 7, documentId: 'a' }, '/data/documentId', 'a'],
  [{ id: 7, data: { documentId: 'b' }, documentId: 'a' }, '/data/documentId', 'b'],
  [{ id: 7 }, '/data/documentId', undefined],
  [{ id: { of: 7 } }, '/id', undefined],
  ['a', '', 'a'],
  [{ id: 'a\ud800' }, '/id', undefined],
  [{ id: 'a\ud83d\ude00' }, '/id', 'a\ud83d\ude00'],
  [undefined, '/id', undefined],
])('%j has at %s the id %s', (representation, pointer, expected) => {
  expect(readIdAt(representation, pointer)).toBe(expected);
});

test.each<[Json | undefined, string, string[]]>([
  [{ name: 'Ada', id: 7, documentId: 'a' }, 'authors', ['/id', '/documentId', '/name']],
  [{ _id: 7, authorId: 3, category_uuid: 'a' }, 'categories', ['/_id', '/category_uuid']],
  [{ id: null, key: '', slug: { of: 1 }, title: 'a' }, 'things', []],
  ['a', 'things', []],
])('%j of %s may be identified by %j', (shown, noun, expected) => {
  expect(listIdPointers(shown, noun)).toEqual(expected);
});
