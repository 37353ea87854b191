import type { World } from '../world.js';

/** What lists leave open. */
export const listWorlds: readonly World[] = [
  {
    name: 'changing-order',
    says: 'Lists have an order that changes with each write; a walk by cursors keeps its own.',
    sets: { order: 'restless' },
  },
  {
    name: 'random-order',
    says: 'Each first page draws another order, which cursors keep; where pages are counted, each write does.',
    sets: { order: 'random' },
  },
  {
    name: 'approximate-totals',
    says: 'Lists say about how many orders there are, another number each time.',
    sets: { totals: 'estimated' },
    profile: { pagination: { total: '' } },
  },
  {
    name: 'capped-totals',
    says: 'Lists count up to ten orders, and say ten where there are more.',
    sets: { totals: 'capped' },
    profile: { pagination: { total: '' } },
  },
  {
    name: 'absent-totals',
    says: 'Lists do not say how many orders there are.',
    sets: { totals: 'absent' },
    profile: { pagination: { total: '' } },
  },
];
