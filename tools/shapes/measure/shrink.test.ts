import { expect, test } from 'vitest';
import { drawDesigns } from '../design/designs.js';
import { simplestDesign } from '../design/simplest.js';
import { shrinkDesign } from './shrink.js';

test('a design shrinks to what its failure needs', async () => {
  const [design] = drawDesigns(200, 7).filter(
    ({ collections }) => collections.length > 2 && collections.some(({ choices }) => choices.removalKind === 'soft'),
  );
  if (!design) throw new Error('No design.');
  const small = await shrinkDesign(design, async ({ collections }) =>
    collections.some(({ choices }) => choices.removalKind === 'soft'),
  );
  expect(small.service).toEqual(simplestDesign.service);
  expect(small.extras).toEqual([]);
  expect(small.collections).toHaveLength(1);
  expect(small.collections[0]?.choices).toEqual({ ...simplestDesign.collections[0]?.choices, removalKind: 'soft' });
});

test('a design that fails in no simpler form stays', async () => {
  const [design] = drawDesigns(1, 7);
  if (!design) throw new Error('No design.');
  expect(await shrinkDesign(design, async () => false)).toBe(design);
});
