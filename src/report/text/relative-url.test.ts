import { expect, test } from 'vitest';
import { toRelativeUrl } from './relative-url.js';

test.each([
  ['http://a:80/api', 'http://a:80/api/orders?x=1', '/orders?x=1'],
  ['http://a:80/api/', 'http://a:80/api/orders', '/orders'],
  ['http://a:80/api', 'http://a:80/api', '/'],
  ['http://a:80/api', 'http://a:80/api?x', '?x'],
  ['http://a:80', 'http://a:8080/orders', 'http://a:8080/orders'],
  ['http://a/api', 'http://a/apiary', 'http://a/apiary'],
  ['http://a', 'http://b/orders', 'http://b/orders'],
])('from %s, %s is %s', (base, url, seen) => {
  expect(toRelativeUrl(base, url)).toBe(seen);
});
