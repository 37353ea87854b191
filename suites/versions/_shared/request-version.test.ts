import { expect, test } from 'vitest';
import { omitVersion } from './request-version.js';

test.each<[string, readonly string[], string]>([
  ['/v1/orders', ['/v0', '/v1'], '/orders'],
  ['/v0/orders', ['/v0', '/v1'], '/orders'],
  ['/v2.1/orders', ['https://api.example.com/v0', '/v1'], '/orders'],
  ['/orders', ['/v0', '/v1'], '/orders'],
  ['/v10/orders', ['/v1', '/old'], '/orders'],
  ['/v1x/orders', ['/v0', '/v1'], '/v1x/orders'],
  ['/v1/orders', ['/old', '/new'], '/v1/orders'],
  ['/new/orders', ['/old', '/new'], '/orders'],
])('%s below %j is %s', (path, prefixes, expected) => {
  expect(omitVersion(path, prefixes)).toBe(expected);
});
