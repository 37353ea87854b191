import type { World } from '../world.js';

/** Worlds in which accepted requests are carried out later. */
export const deferredWorlds: readonly World[] = [
  {
    name: 'asynchronous',
    says: 'Creations return 202 and complete within half a second; an operation resource reports their progress.',
    sets: { areCreationsDelayed: true },
    profile: { dialect: { created: [202] } },
  },
  {
    name: 'asynchronous-writes',
    says: 'PUT and DELETE return 202 and complete within half a second; an operation resource reports their progress.',
    sets: { areWritesDelayed: true },
    profile: { resources: [{ collection: '/orders', delete: { mode: 'async' } }] },
  },
  {
    name: 'reindexing',
    says: 'A second after each write, a background job changes updatedAt and the ETag of the order once more.',
    sets: { isReindexing: true },
  },
];
