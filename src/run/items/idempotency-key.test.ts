import { describe, expect, test } from 'vitest';
import { addIdempotencyKey } from '../content/request-content.js';

const order = { json: { a: 1 }, headers: { 'content-type': 'application/json' } };
const header = { in: 'header', name: 'Idempotency-Key', format: 'raw', required: false } as const;

describe('a key', () => {
  test('is sent in its header field without quotes', () => {
    expect(addIdempotencyKey(header, order, 'k1').headers).toEqual({
      'content-type': 'application/json',
      'idempotency-key': 'k1',
    });
  });

  test('is quoted if a structured field is required', () => {
    const { headers } = addIdempotencyKey({ ...header, format: 'sf-string' }, order, 'a"b\\c');
    expect(headers?.['idempotency-key']).toBe('"a\\"b\\\\c"');
  });

  test('is in the body if the profile declares it', () => {
    const { json, headers } = addIdempotencyKey({ ...header, in: 'body', name: 'requestId' }, order, 'k1');
    expect(json).toEqual({ a: 1, requestId: 'k1' });
    expect(headers).toEqual(order.headers);
  });
});
