import { expect, test } from 'vitest';
import { drawDesigns } from '../shapes/design/designs.js';
import { judgeDesign } from './judge-design.js';

test.each([true, false])(
  'says nothing wrong of the traffic of correct services (document: %s)',
  async (hasDocument) => {
    for (const design of drawDesigns(12, 5)) {
      const { exchanges, held, wrong } = await judgeDesign(design, hasDocument);
      expect(wrong, JSON.stringify(design)).toEqual([]);
      expect(held).toBeGreaterThan(3);
      expect(exchanges).toBeGreaterThan(10);
    }
  },
);
