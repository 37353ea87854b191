import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../model/json.js';
import { matchType } from './item-address.js';

test.each<[Json, readonly JsonObject[], Json]>([
  [7, [{ type: 'string' }], '7'],
  [7, [{ type: ['string', 'null'] }], '7'],
  [7, [{ type: ['string', 'integer'] }], 7],
  [7, [{ type: 'integer' }], 7],
  [7, [], 7],
  ['7', [{ type: 'integer' }], 7],
  ['7', [{ type: ['integer', 'null'] }, { minimum: 1 }], 7],
  ['7', [{ type: 'string' }], '7'],
  ['07', [{ type: 'integer' }], '07'],
  ['ab', [{ type: 'integer' }], 'ab'],
])('%j for %j is %j', (id, schemas, expected) => {
  expect(matchType(id, schemas)).toBe(expected);
});
