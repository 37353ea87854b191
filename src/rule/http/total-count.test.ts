import { expect, test } from 'vitest';
import type { HeaderFields } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import { readTotal } from './total-count.js';

test.each<[string, Json, HeaderFields, number | undefined]>([
  ['/meta/total', { meta: { total: 3 } }, {}, 3],
  ['/meta/total', { meta: { total: '3' } }, {}, undefined],
  ['X-Total-Count', [], { 'x-total-count': '3' }, 3],
  ['x-total', { 'x-total': 4 }, { 'x-total': '3' }, 3],
  ['X-Total-Count', [], { 'x-total-count': 'many' }, undefined],
  ['X-Total-Count', [], {}, undefined],
  ['Content-Range', [], { 'content-range': 'items 0-9/3' }, 3],
  ['Content-Range', [], { 'content-range': 'items 0-9/*' }, undefined],
])('at %s of %j with %j: %s', (place, json, headers, expected) => {
  expect(readTotal({ answer: { status: 200, headers, text: '', json } }, place)).toBe(expected);
});

test('a missing answer has no total', () => {
  expect(readTotal({ answer: undefined }, 'X-Total-Count')).toBeUndefined();
});
