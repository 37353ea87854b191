import { expect, test } from 'vitest';
import type { ClientRequest } from '../../http/exchange.js';
import { createBareCollection } from '../../model/service/bare-collection.js';
import { createOwnAddresses } from './own-addresses.js';

const collection = { ...createBareCollection('things'), path: '/things', itemPath: '/things/{id}' };
const route = { template: '/things', kind: 'collection', collection: 'things' } as const;
const addresses = createOwnAddresses({
  ...{ baseUrl: 'http://127.0.0.1', maxAtOnce: 1, hasCreated: (path) => path === '/things/own' },
  openWire: () => {
    throw new Error('it is read');
  },
});

const require = (id: unknown) => {
  const request = { method: 'POST', path: '/things', content: JSON.stringify({ id }) } as ClientRequest;
  return addresses.require(request, route, { ...collection, read: { ...operation } });
};
const operation = {
  method: 'GET',
  path: '/things/{id}',
  provenance: 'declared',
  statuses: [],
  parameters: [],
} as const;

test.each<[string, unknown]>([
  ['half a character', '\ud800'],
  ['one with the marker of the run', 'assay-0a0b0c0d-x'],
  ['that of an own item', 'own'],
  ['none', undefined],
  ['an object', { a: 1 }],
])('an id in content is not read: %s', (_, id) => {
  expect(require(id)).toBeUndefined();
});

test.each(['7', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'])('any other one is read first: %s', async (id) => {
  await expect(require(id)).rejects.toThrow('it is read');
});
