import { clock } from '../../../src/demo/clock.js';
import type { Leak } from '../leak.js';
import { failCreations, filterList } from './leak-parts.js';

/** Services whose lists hide what leaked. */
export const listLeaks: readonly Leak[] = [
  {
    name: 'list-lags',
    says: 'The list shows an order 1.5 s after it was created, and a fifth of the creations return 500.',

    steps: () => {
      // The orders of other clients are older than the service.
      const begun = clock.epochMs() + 100;
      const isShown = (at: number) => at < begun || clock.epochMs() - at > 1_500;
      return { alterRead: (visit) => filterList(visit, ({ createdAt }) => isShown(Date.parse(createdAt))) };
    },
    open: (random) => failCreations(() => random.next() < 0.2),
  },
  {
    name: 'list-filters-by-owner',
    says: 'The list shows the orders of the caller only, and a fifth of the creations return 500.',
    dialect: ['access-bearer'],
    open: (random) => failCreations(() => random.next() < 0.2),
  },
  {
    name: 'five-hundred-orders',
    says: 'The list has 500 other orders on pages of at most 20, and a fifth of the creations return 500.',
    sets: { maximumSize: 20 },
    existing: 500,
    open: (random) => failCreations(() => random.next() < 0.2),
  },
];
