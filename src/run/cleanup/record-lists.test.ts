import { expect, test } from 'vitest';
import type { Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { recordExistingItems } from './record-lists.js';

const id = '0f3e2d1c-aaaa-4bbb-8ccc-123456789abc';
const parts = {
  name: 'parts',
  path: '/shelves/{shelf}/parts',
  itemPath: '/shelves/{shelf}/parts/{id}',
  id: { pointer: '/id' },
  create: {},
} as unknown as Collection;

const record = (collection: Collection, all: readonly Json[]) => {
  const bound = { ...collection, path: '/shelves/1/parts', itemPath: '/shelves/1/parts/{id}' };
  const site = { model: { collections: [collection] }, runLedger: {} } as never;
  const [known] = recordExistingItems(site, [{ collection: bound, all } as never], new Set(['parts']));
  return known;
};

test('an item below items of others shows the format of the ids that the client chooses', () => {
  const creation = { path: '/shelves/{shelf}/parts/{id}', isNamed: true, idSchema: { type: 'string' } };
  for (const entry of [{ id }, id]) {
    const known = record({ ...parts, creation }, [entry]);
    expect(known?.creation).toEqual({ ...creation, idSchema: { type: 'string', example: id } });
    // The same id may be free below an item of the run.
    expect(known?.standing).toBeUndefined();
  }
});

test('ids of the service, and a declared example, stay as they are', () => {
  expect(record(parts, [{ id }])).toEqual(parts);
  const creation = { path: '/shelves/{shelf}/parts/{id}', isNamed: true, idSchema: { example: 'p-1' } };
  expect(record({ ...parts, creation }, [{ id }])?.creation).toEqual(creation);
});
