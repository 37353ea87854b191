import { expect, test } from 'vitest';
import { findScopeProblem, isNamedExactly, isOperationMatch } from './operation.js';

test.each([
  ['/users/*', 'GET', '/users/7', true],
  ['/users/*', 'GET', '/users/{id}', true],
  ['/users/*', 'GET', '/users', false],
  ['/users/*', 'GET', '/users/7/posts', false],
  ['/users/**', 'GET', '/users/7/posts', true],
  ['DELETE /users/*', 'DELETE', '/users/7?x=1', true],
  ['DELETE /users/*', 'GET', '/users/7', false],
  ['delete /users/*', 'DELETE', '/users/7/', true],
  ['/a.b', 'GET', '/axb', false],
])('%s and %s %s', (glob, method, path, isMatch) => {
  expect(isOperationMatch(glob, method, path)).toBe(isMatch);
});

test('an exclusion wins over an inclusion, and without inclusions all are included', () => {
  const scope = { include: ['/users/**', '/users'], exclude: ['DELETE /users/*'] };
  expect(findScopeProblem(scope, 'GET', '/users')).toBeUndefined();
  expect(findScopeProblem(scope, 'DELETE', '/users/7')).toBe('excluded by DELETE /users/*');
  expect(findScopeProblem(scope, 'GET', '/orders')).toBe('not included');
  expect(findScopeProblem({}, 'GET', '/orders')).toBeUndefined();
});

test('only a method with a whole path names an operation exactly', () => {
  expect(isNamedExactly({ include: ['GET /jobs/stop'] }, 'GET', '/jobs/stop')).toBe(true);
  expect(isNamedExactly({ include: ['/jobs/stop', 'GET /jobs/*'] }, 'GET', '/jobs/stop')).toBe(false);
});
