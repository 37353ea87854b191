import { expect, test } from 'vitest';
import { findSearches } from './derive-promises.js';

const text = { schema: { type: 'string' } };
const of = (path: string, ...parameters: object[]) =>
  findSearches({ paths: { [path]: { get: { parameters } } } } as never);

test('finds described searches', () => {
  expect(of('/search', { name: 'q', in: 'query', required: true, ...text })).toEqual([{ path: '/search', name: 'q' }]);
  expect(of('/orders', { name: 'limit', in: 'query' }, { name: 'search', in: 'query', ...text })).toEqual([
    { path: '/orders', name: 'search' },
  ]);
});

test('leaves out what is no search, or needs more than a text', () => {
  expect(of('/orders/{id}/notes', { name: 'q', in: 'query', ...text })).toEqual([]);
  expect(of('/orders', { name: 'q', in: 'header', ...text })).toEqual([]);
  expect(of('/orders', { name: 'q', in: 'query', schema: { type: 'integer' } })).toEqual([]);
  expect(of('/near', { name: 'q', in: 'query', ...text }, { name: 'at', in: 'query', required: true })).toEqual([]);
  expect(findSearches(undefined)).toEqual([]);
});
