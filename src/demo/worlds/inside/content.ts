import type { World } from '../world.js';

/** Worlds in which stored content differs from the sent content. */
export const contentWorlds: readonly World[] = [
  {
    name: 'normalised-values',
    says: 'Stored content is trimmed, lower-cased, NFC-normalized, rounded to cents, in UTC, and has null for empty notes.',
    sets: { isCanonicalising: true },
  },
  {
    name: 'server-side-defaults',
    says: 'The service fills in members that POST or PUT omit, and does not document it.',
    sets: { fillsIn: true },
  },
];
