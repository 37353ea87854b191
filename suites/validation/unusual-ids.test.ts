import { expect, test } from 'vitest';
import { buildSiblingPath } from './_shared/server-failure.js';

test.each([
  ['/things/t1', '/things/odd'],
  ['/things/t1/', '/things/odd/'],
  ['/things/t1/details', '/things/odd/details'],
  ['/things/t1?tenant=a/t1', '/things/odd?tenant=a/t1'],
  ['/t1/things/t1', '/t1/things/odd'],
  ['/things/by-key', '/things/odd'],
])('an unusual id takes the place of the id in %s', (path, expected) => {
  expect(buildSiblingPath({ id: 't1', path }, 'odd')).toBe(expected);
});
