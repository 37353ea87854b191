import { expect, test } from 'vitest';
import { drawDesigns } from '../design/designs.js';
import { checkDesign } from './check-design.js';

const designs = drawDesigns(1000, 41);
const hundreds = Array.from({ length: 10 }, (_, index) => index * 100);

test.each(hundreds)('100 designs are as they say, from %d', { timeout: 600_000 }, async (start) => {
  for (const [index, design] of designs.slice(start, start + 100).entries())
    expect(await checkDesign(design), `design ${start + index}`).toEqual([]);
});
