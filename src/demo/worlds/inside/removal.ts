import type { World } from '../world.js';

const tombstoneProfile = {
  dialect: { deletedItem: 'tombstone' },
  resources: [{ collection: '/orders', delete: { mode: 'soft', tombstone: '/deleted' } }],
};

/** What becomes of the id and the remains of a removed order. */
export const removalWorlds: readonly World[] = [
  {
    name: 'ids-reused-at-once',
    says: 'The id of a removed order goes to the next one that is made, the lowest first.',
    sets: { ids: 'lowest', reusesIds: true },
  },
  {
    name: 'tombstones-410',
    says: 'A removed order answers 410 and when it was removed, until a second DELETE purges it.',
    sets: { tombstones: 'gone', removedItem: 410 },
    profile: { dialect: { deletedItem: 'gone' } },
  },
  {
    name: 'tombstones-shown',
    says: 'A removed order can still be read, as one that is deleted, until a second DELETE purges it; lists leave it out.',
    sets: { tombstones: 'shown' },
    profile: tombstoneProfile,
  },
  {
    name: 'tombstones-listed',
    says: 'A removed order can still be read and listed, as one that is deleted, until a second DELETE purges it.',
    sets: { tombstones: 'listed' },
    profile: tombstoneProfile,
  },
];
