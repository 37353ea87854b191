import { expect, test } from 'vitest';
import { describePlace } from './case-client.js';

test.each([
  ['/things/first', '/things/second'],
  ['/things/first/?tenant=a', '/things/second/'],
  ['/things/1/parts/first/', '/things/2/parts/second/'],
])('items of one collection are at the same place: %s and %s', (one, other) => {
  expect(describePlace({ method: 'PUT', path: one })).toBe(describePlace({ method: 'PUT', path: other }));
});

test('items of two collections are not', () => {
  expect(describePlace({ method: 'PUT', path: '/things/1/' })).not.toBe(
    describePlace({ method: 'PUT', path: '/parts/1/' }),
  );
});
