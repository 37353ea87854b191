import type { World } from '../world.js';

/** What was accepted is done later. */
export const deferredWorlds: readonly World[] = [
  {
    name: 'asynchronous',
    says: 'Creations are accepted with 202, done within half a second, and told of by an operation.',
    sets: { areCreationsDelayed: true },
    profile: { dialect: { created: [202] } },
  },
  {
    name: 'asynchronous-writes',
    says: 'PUT and DELETE are accepted with 202, done within half a second, and told of by an operation.',
    sets: { areWritesDelayed: true },
    profile: { resources: [{ collection: '/orders', delete: { mode: 'async' } }] },
  },
  {
    name: 'reindexing',
    says: 'A second after each write, a job touches the order: updatedAt and the validator move once more.',
    sets: { isReindexing: true },
  },
];
