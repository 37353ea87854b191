import { expect, test } from 'vitest';
import { buildRequestShape } from './outages.js';

const put = (json: unknown) => buildRequestShape({ method: 'PUT', path: '/items/17', content: JSON.stringify(json) });

test.each([
  ['/items/1', '/W/W'],
  ['/items/a-b_c%FF', '/W/W%FF'],
  ['/items?name=x%00&a=b', '/W?W=W%00&W=W'],
  ['/items/naïve', '/W/W'],
])('%s is %s', (path, shape) => {
  expect(buildRequestShape({ method: 'GET', path })).toBe(`GET ${shape}`);
});

test('bodies that differ in texts, numbers and names have one shape', () => {
  expect(put({ title: 'a', size: 3 })).toBe(put({ name: 'b c', size: 4, more: 'é' }));
  expect(put({ title: 'a', rows: [[1], []] })).toBe(put({ title: 'b', rows: [[2, 3]] }));
});

test.each([
  ['a nested array', { title: 'a', rows: [[1]] }],
  ['null', { title: null }],
  ['no object', 'a'],
  ['punctuation', { title: "'" }],
  ['a null character', { title: '\0' }],
])('%s has another', (_, json) => {
  expect(put(json)).not.toBe(put({ title: 'a', rows: [1] }));
});
