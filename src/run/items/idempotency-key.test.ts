import { describe, expect, test } from 'vitest';
import { addIdempotencyKey } from '../content/request-content.js';

const order = { json: { a: 1 }, headers: { 'content-type': 'application/json' } };
const header = { in: 'header', name: 'Idempotency-Key', format: 'raw', required: false } as const;

describe('a key', () => {
  test('is sent in its header field without quotes', () => {
    expect(addIdempotencyKey({ idempotency: header }, order, 'k1').headers).toEqual({
      'content-type': 'application/json',
      'idempotency-key': 'k1',
    });
  });

  test('is quoted if a structured field is required', () => {
    const { headers } = addIdempotencyKey({ idempotency: { ...header, format: 'sf-string' } }, order, 'a"b\\c');
    expect(headers?.['idempotency-key']).toBe('"a\\"b\\\\c"');
  });

  test('is in the body if the profile declares it', () => {
    const { json, headers } = addIdempotencyKey(
      { idempotency: { ...header, in: 'body', name: 'requestId' } },
      order,
      'k1',
    );
    expect(json).toEqual({ a: 1, requestId: 'k1' });
    expect(headers).toEqual(order.headers);
  });

  test('is sent and new each time if it is required', () => {
    const required = { idempotency: { ...header, required: true } };
    const [one, two] = [addIdempotencyKey(required, order), addIdempotencyKey(required, order)].map(
      ({ headers }) => headers?.['idempotency-key'],
    );
    expect(one).toMatch(/^[0-9a-f-]{36}$/);
    expect(one).not.toBe(two);
  });

  test('is not sent if none is declared', () => {
    expect(addIdempotencyKey({ idempotency: header }, order)).toBe(order);
    expect(addIdempotencyKey({}, order, 'k1')).toBe(order);
  });
});
