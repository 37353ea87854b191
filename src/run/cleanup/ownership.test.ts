import { expect, test } from 'vitest';
import type { LedgerEntry } from '../../ledger/entry.js';
import { digestMembers } from '../../ledger/markers.js';
import type { JsonObject } from '../../model/json.js';
import { markedCollection } from '../test-service.fixture.js';
import { isOwned, isUnrepeatableId } from './ownership.js';

test.each<[boolean, string, JsonObject]>([
  [true, 'its id in its address alone', { self: '/things/f-0', name: '' }],
  [false, 'another id', { id: 'f-1', name: '' }],
  [false, 'another name', { self: '/things/f-0', name: 'b' }],
])('%s: an item without room for a marker is known by %s', (is, _, json) => {
  const mark = 'assay-1-f0';
  const prints = digestMembers({ id: 'f-0', name: '', note: null }, mark);
  const entry = { path: '/things/f-0', mark, isUnmarked: true, prints } as unknown as LedgerEntry;
  expect(isOwned(entry, markedCollection, { json, text: '' })).toBe(is);
});

test('an item is known by its marker as the only member of an object, also where no envelope is known', () => {
  const mark = 'assay-1-f0a1b2c3';
  const entry = { path: '/things/7', mark, bears: {} } as unknown as LedgerEntry;
  const look = (json: JsonObject) => isOwned(entry, markedCollection, { json, text: JSON.stringify(json) });
  expect(look({ thing: { id: '7', name: `a ${mark}` } })).toBe(true);
  expect(look({ thing: { id: '7', name: 'another' } })).toBe(false);
  expect(look({ thing: { id: '7', name: 'another' }, before: { name: `a ${mark}` } })).toBe(false);
});

test.each([
  '9f0c5e8a-41f2-4b0e-9d0e-3f5c1a2b7d60',
  '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  'ord_V1StGXR8Z5jdHi6B',
  '507f1f77bcf86cd7994390ab',
])('%s is not reused', (id) => {
  expect(isUnrepeatableId(id)).toBe(true);
});

test.each([
  '17',
  'ticket00013',
  'INV20240001',
  'order-2024-00017',
  '20240131120000',
  'a-b-c',
  'abcdefghijklmnop',
  't7',
])('%s may be reused, because it is a number or chosen by the client', (id) => {
  expect(isUnrepeatableId(id)).toBe(false);
});
