import type { World } from '../world.js';

const tombstoneProfile = {
  dialect: { deletedItem: 'tombstone' },
  resources: [{ collection: '/orders', delete: { mode: 'soft', tombstone: '/deleted' } }],
};

export const insideWorlds: readonly World[] = [
  // Worlds in which responses differ each time without a change.
  {
    name: 'clocks-and-counters',
    says: 'Orders and lists contain times in four formats, a count of all requests, the name of the server node, random ids and URLs that expire.',
    sets: { hasInstruments: true },
  },
  {
    name: 'varying-json',
    says: 'The JSON text varies with each response: order of members, 1 or 1.0, spaces, escapes.',
    sets: { isSpeltFreely: true },
  },
  {
    name: 'session-links',
    says: 'The links of an order contain a token that changes with each read.',
    sets: { hasLinkTokens: true },
  },
  {
    name: 'mixed-fleet',
    says: 'Three nodes answer in turn: their times differ in precision, their state names in language, and each has its own weak ETags.',
    sets: { isFleet: true },
  },
  {
    name: 'ids-in-two-cases',
    says: 'Ids are long and case-insensitive: content shows upper case, URLs lower case.',
    sets: { ids: 'long' },
  },
  // Worlds with unusual lists.
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
  // Worlds with unusual ids or tombstones of removed orders.
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
  // Worlds in which accepted requests are carried out later.
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
  // Worlds in which stored content differs from the sent content.
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
