import type { World } from '../world.js';

/** Answers that differ each time, although nothing happened. */
export const varyingAnswerWorlds: readonly World[] = [
  {
    name: 'clocks-and-counters',
    says: 'Orders and lists carry clocks in four forms, a count of all requests, the node that answered, random ids, and addresses that expire.',
    sets: { hasInstruments: true },
  },
  {
    name: 'varying-json',
    says: 'JSON is spelt in another way each time: order of members, 1 or 1.0, spaces, escapes.',
    sets: { isSpeltFreely: true },
  },
  {
    name: 'session-links',
    says: 'The links of an order carry a token that changes with each read.',
    sets: { hasLinkTokens: true },
  },
  {
    name: 'mixed-fleet',
    says: 'Three nodes take turns: they tell instants more or less exactly, name states in two languages, and have weak ETags of their own.',
    sets: { isFleet: true },
  },
  {
    name: 'ids-in-two-cases',
    says: 'Ids are long, and their case means nothing: bodies show upper case, addresses lower case.',
    sets: { ids: 'long' },
  },
];
