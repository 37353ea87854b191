import type { World } from '../world.js';

/** What is stored is not quite what was sent. */
export const contentWorlds: readonly World[] = [
  {
    name: 'normalised-values',
    says: 'Content is stored trimmed, in lower case and NFC, rounded to cents, in UTC, and null for empty notes.',
    sets: { isCanonicalising: true },
  },
  {
    name: 'server-side-defaults',
    says: 'Members that are left out of POST or PUT are filled in, which no document tells.',
    sets: { fillsIn: true },
  },
];
