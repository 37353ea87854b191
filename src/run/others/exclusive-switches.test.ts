import { describe, expect, test } from 'vitest';
import { createDeclaredService } from '../../../test/support/scripted-service.fixture.js';
import type { Json } from '../../model/json.js';
import { createEmptyCollection } from '../../openapi/describe/empty-collection.js';
import { listExclusiveSwitches, recordSwitches } from './exclusive-switches.js';
import type { OthersList } from './read-others.js';

test.each<[string, readonly Json[]]>([
  ['one item has it', [{ main: true, a: 1 }, { main: false }, { main: false }]],
  ['no item that is shown has it', [{ main: false }, { main: false }]],
  ['the only item has it', [{ main: true }]],
])('a switch is exclusive where %s', (_, entries) => {
  expect(listExclusiveSwitches(entries)).toEqual(['/main']);
});

test.each<[string, readonly Json[]]>([
  ['several items have it', [{ main: true }, { main: true }, { main: false }]],
  ['an item lacks it', [{ main: true }, {}]],
  ['it is no switch', [{ main: 1 }, { main: 0 }]],
  ['there is none', []],
])('a member is not where %s', (_, entries) => {
  expect(listExclusiveSwitches(entries)).toEqual([]);
});

describe('before the first write', () => {
  const known = createDeclaredService('http://localhost:1');
  const schema = { properties: { main: { type: 'boolean', default: false }, open: { type: 'boolean' } } };
  const create = { method: 'POST', path: '/shops', provenance: 'described', statuses: [], parameters: [] } as const;
  const request = { mediaType: 'application/json', required: true, schema };
  const shops = { ...createEmptyCollection('shops', '/shops', known), create: { ...create, request } };
  const orders = { ...shops, name: 'orders', path: '/shops/{shopId}/orders' };
  const list = (
    collection: typeof shops,
    entries: Record<string, Json>,
    items: Record<string, Json> = {},
  ): OthersList => ({
    collection,
    entries: new Map(Object.entries(entries)),
    items: new Map(Object.entries(items)),
    pages: 1,
    isWhole: true,
    all: Object.values(entries),
    exchanges: [],
  });
  const record = (...lists: OthersList[]) => recordSwitches([shops, orders], lists);

  test('an item says what its entry does not show', () => {
    const { collections, notes } = record(
      list(shops, { 1: { id: 1 }, 2: 2 }, { 1: { id: 1, main: false }, 2: { id: 2, main: true } }),
    );
    expect(collections[0]?.exclusive).toEqual(['/main']);
    expect(notes[0]).toContain('/shops: no item of the run has /main on');
  });

  test('a list below an item of others tells of all', () => {
    const { collections } = record(list({ ...orders, path: '/shops/1/orders' }, { 1: { id: 1, main: false } }));
    expect(collections[1]?.exclusive).toEqual(['/main']);
  });

  test('where others may have items that were not seen, what is off by default may be one', () => {
    const { collections } = record(list(shops, { 1: { id: 1, main: true }, 2: { id: 2, main: true } }));
    expect(collections.map(({ exclusive }) => exclusive)).toEqual([undefined, ['/main']]);
  });

  test('where no item of others shows it, too: the list may show only some members', () => {
    expect(record(list(shops, { 1: { id: 1 } })).collections[0]?.exclusive).toEqual(['/main']);
  });

  test('also inside of a wrapper', () => {
    const wrapped = { ...request, schema: { properties: { order: schema } } };
    const inner = { ...orders, create: { ...create, request: wrapped } };
    const { collections } = recordSwitches([shops, inner], [list(shops, { 1: { id: 1 } })]);
    expect(collections[1]?.exclusive).toEqual(['/order/main']);
  });

  test('where no list could be read, what is off by default may be one', () => {
    expect(record().collections.map(({ exclusive }) => exclusive)).toEqual([['/main'], undefined]);
  });

  test('where a list is empty, too: it may show only some items', () => {
    expect(record(list(shops, {})).collections.map(({ exclusive }) => exclusive)).toEqual([['/main'], undefined]);
  });
});
