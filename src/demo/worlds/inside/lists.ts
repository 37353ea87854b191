import type { World } from '../world.js';

/** Worlds with unusual lists. */
export const listWorlds: readonly World[] = [
  {
    name: 'changing-order',
    says: 'The order of a list changes with each write; a walk with cursors keeps its order.',
    sets: { order: 'restless' },
  },
  {
    name: 'random-order',
    says: 'Each first page has a new random order, which its cursors keep; with numbered pages, each write changes the order.',
    sets: { order: 'random' },
  },
  {
    name: 'approximate-totals',
    says: 'Lists return an estimated total, another one each time.',
    sets: { totals: 'estimated' },
    profile: { pagination: { total: '' } },
  },
  {
    name: 'capped-totals',
    says: 'Lists return a total of at most ten.',
    sets: { totals: 'capped' },
    profile: { pagination: { total: '' } },
  },
  {
    name: 'absent-totals',
    says: 'Lists return no total.',
    sets: { totals: 'absent' },
    profile: { pagination: { total: '' } },
  },
];
