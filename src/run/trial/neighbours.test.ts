import { expect, test } from 'vitest';
import { createBareCollection } from '../../model/service/bare-collection.js';
import type { Collection } from '../../model/service/subject.js';
import type { Item, Items } from '../../rule/items.js';
import { listNeighbours, listPathsBelow } from './neighbours.js';

const list = { method: 'GET', path: '', provenance: 'described', statuses: [], parameters: [] } as const;
const collection = (path: string): Collection => ({
  ...{ ...createBareCollection(path), path, itemPath: `${path}/{item}`, list: { ...list, path } },
});
const all = [
  '/shops',
  '/shops/{id}/orders',
  '/shops/{shop}/notes',
  '/shops/{s}/orders/{o}/parts',
  '/jobs/{id}/logs',
].map(collection);
const pathsFor = (subject: Collection | undefined, itemPath?: string) => {
  const item = itemPath === undefined ? undefined : ({ path: itemPath } as Item);
  const found = subject && listNeighbours(subject, all, item, () => ({}) as Items);
  return found?.map((one) => one.collection.path);
};

test('collections below items that are not known are left out', () => {
  expect(pathsFor(all[0])).toEqual([]);
});

test('collections below the item are among them, whatever their parameters are called', () => {
  expect(pathsFor(all[0], '/shops/7')).toEqual(['/shops/7/orders', '/shops/7/notes']);
});

test('collections below the same parent are among them', () => {
  const orders = all[1];
  const bound = orders && { ...orders, path: '/shops/7/orders' };
  expect(pathsFor(bound)).toEqual(['/shops', '/shops/7/notes']);
  expect(pathsFor(bound, '/shops/7/orders/a%2Fb')).toEqual(['/shops', '/shops/7/notes', '/shops/7/orders/a%2Fb/parts']);
});

test('a collection that cannot be listed is none', () => {
  const others = all.map(({ list: _, ...one }) => one);
  expect(listNeighbours(others[0] as Collection, others, undefined, () => ({}) as Items)).toEqual([]);
});

test('the lists below an item are those of which all other parameters are known', () => {
  expect(listPathsBelow('/shops', '/shops/7', all)).toEqual(['/shops/7/orders', '/shops/7/notes']);
  expect(listPathsBelow('/shops/{id}/orders', '/shops/7/orders/3', all)).toEqual(['/shops/7/orders/3/parts']);
  expect(listPathsBelow('/jobs', '/jobs/1', all)).toEqual([]);
});
