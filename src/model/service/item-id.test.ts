import { describe, expect, it, test } from 'vitest';
import type { Json } from '../json.js';
import { listDistinctPointers, listIdPointers, listSelfLinkPointers, readIdAt, readItemId } from './item-id.js';

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
  // A similar word may be that of something else.
  [{ playerId: 7, carUuid: 'a' }, 'plays', []],
  [{ carUuid: 'a' }, 'cars', ['/carUuid']],
  ['a', 'things', []],
])('%j of %s may be identified by %j', (shown, noun, expected) => {
  expect(listIdPointers(shown, noun)).toEqual(expected);
});

test.each<[readonly Json[], string[]]>([
  [
    [
      { ref: 'a', kind: 'x', note: 'a b', when: 1 },
      { ref: 'b', kind: 'x', note: 'c d', when: 2 },
    ],
    ['/ref', '/when'],
  ],
  [[{ ref: '0959011e-ca99-4974-a1a3-f7912078210f', kind: 'x', count: 7, day: '2026-11-30' }], ['/ref']],
  [[{ ref: '65f1c0ffee65f1c0ffee65f1', at: '2026-11-30T06:33:03Z', mail: 'a1b2c3d4e5@host' }], ['/ref']],
  [[{ of: 1 }, { other: 1 }], []],
  [[], []],
])('the entries %j may differ in their ids at %j', (entries, expected) => {
  expect(listDistinctPointers(entries)).toEqual(expected);
});

describe('the id of an item', () => {
  it.each<[string, Json, string, readonly string[], string | undefined, unknown]>([
    ['is in its URL', { self: 'https://host/base/photos/7' }, '/self', [], '/photos/{id}', '7'],
    ['is in a relative URL', { self: 'photos/a%2Fb?x=1' }, '/self', [], '/photos/{id}', 'a/b'],
    ['is not the end of its URL', { self: '/photos/7/details/' }, '/self', [], '/photos/{id}/details', '7'],
    ['is below a parent', { self: '/albums/3/photos/7' }, '/self', [], '/albums/{album}/photos/{id}', '7'],
    ['is a text with a slash', { id: 'eu/7' }, '/id', [], '/photos/{id}', 'eu/7'],
    ['is no URL of another kind', { self: '/albums/7' }, '/self', [], '/photos/{id}', '/albums/7'],
    ['is elsewhere in an entry', { photo_id: 7 }, '/id', ['/new_id', '/photo_id'], '/photos/{id}', 7],
    ['is an entry', 'x', '/id', [''], '/photos/{id}', 'x'],
    ['is not elsewhere in an item', { id: 1, photo_id: 7 }, '/id', ['/photo_id'], '/photos/{id}', 1],
    ['is unknown', { name: 'a' }, '/id', ['/photo_id'], undefined, undefined],
  ])('%s', (_, shown, pointer, alsoAt, itemPath, id) =>
    expect(readItemId(shown, { id: { pointer, alsoAt }, itemPath })).toBe(id),
  );

  it('may be in links of any spelling', () => {
    expect(listSelfLinkPointers({ Self: '/a', _links: { self: { href: '/b' } }, id: '/c' })).toEqual([
      '/_links/self/href',
      '/Self',
    ]);
  });
});
