import type { World } from '../world.js';

/** Worlds in which responses differ each time without a change. */
export const varyingAnswerWorlds: readonly World[] = [
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
];
