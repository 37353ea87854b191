import { expect, test } from 'vitest';
import { packVariants } from './valid-variants.js';

test('dialects of the orders are not packed with those of the inventory', () => {
  const packs = packVariants().filter((names) => names.length > 2);
  const isMixed = (names: readonly string[]) => new Set(names.map((name) => name.startsWith('inventory'))).size > 1;
  expect(packs.length).toBeGreaterThan(5);
  expect(packs.filter(isMixed)).toEqual([]);
});
