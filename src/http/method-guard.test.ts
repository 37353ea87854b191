import { describe, expect, test } from 'vitest';
import { assertMethodAllowed, issueWriteRecord, isUnsafeRequest, type WriteRecord } from './method-guard.js';

const forged = { n: 1 } as WriteRecord;

describe('an unsafe request needs a record of the ledger', () => {
  test.each([
    ['by its method', { method: 'POST', path: '/orders' }],
    ['by a field', { method: 'GET', path: '/orders/1', headers: { 'X-HTTP-Method-Override': 'DELETE' } }],
    ['by a query', { method: 'GET', path: '/orders/1?_method=DELETE' }],
  ] as const)('%s', (_, request) => {
    expect(isUnsafeRequest(request)).toBe(true);
    expect(() => assertMethodAllowed({ ...request, record: forged }, undefined)).toThrow('is not in the ledger');
    expect(() => assertMethodAllowed({ ...request, record: issueWriteRecord(1) }, undefined)).not.toThrow();
  });

  test('and a safe one does not', () => {
    expect(() => assertMethodAllowed({ method: 'GET', path: '/orders?a=1' }, undefined)).not.toThrow();
  });
});
