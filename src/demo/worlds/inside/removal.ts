import type { World } from '../world.js';

const tombstoneProfile = {
  dialect: { deletedItem: 'tombstone' },
  resources: [{ collection: '/orders', delete: { mode: 'soft', tombstone: '/deleted' } }],
};

/** Worlds with unusual ids or tombstones of removed orders. */
export const removalWorlds: readonly World[] = [
  {
    name: 'ids-reused-at-once',
    says: 'The next created order gets the lowest id of the removed orders.',
    sets: { ids: 'lowest', reusesIds: true },
  },
  {
    name: 'tombstones-410',
    says: 'A removed order returns 410 with its removal time, until a second DELETE purges it.',
    sets: { tombstones: 'gone', removedItem: 410 },
    profile: { dialect: { deletedItem: 'gone' } },
  },
  {
    name: 'tombstones-shown',
    says: 'A removed order can still be read, marked as deleted, until a second DELETE purges it; lists omit it.',
    sets: { tombstones: 'shown' },
    profile: tombstoneProfile,
  },
  {
    name: 'tombstones-listed',
    says: 'A removed order can still be read and listed, marked as deleted, until a second DELETE purges it.',
    sets: { tombstones: 'listed' },
    profile: tombstoneProfile,
  },
];
