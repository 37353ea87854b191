import { expect, test } from 'vitest';
import { compare, type Items, type Json } from '#rule';
import { isUndisturbed } from './_shared/walk.js';

const items = { readId: (entry: Json) => (compare.isObject(entry) ? entry.id : undefined) } as never as Items;
const look = (...entries: readonly Json[]) => ({ entries });

test('a list is undisturbed where its entries have the same order, by their ids, or by their contents', () => {
  const [one, other] = [{ title: 'a' }, { title: 'b' }];
  expect(isUndisturbed(items, [], look({ id: '1', n: 1 }), look({ id: '1', n: 2 }))).toBe(true);
  expect(isUndisturbed(items, [], look(one, other), look(one, other))).toBe(true);
  expect(isUndisturbed(items, [], look(one, other), look(one, { title: 'c' }))).toBe(false);
});
