import { batch, constrainedBodies, creatable, defineRule, isStillBroken, readable, record, replaceable } from '#rule';
import { refusedWrites, type Way } from './_refused.js';
import { richestOf } from './_rich.js';
import { bothOf, judgeStill, lookAfter } from './_still.js';

export default defineRule({
  clause: 'PUT-05',
  level: 'SHOULD',
  family: 'convention',
  per: 'collection',
  title: 'A refused PUT changes nothing',
  otherwise: 'A refused PUT changed the item',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, readable, replaceable, constrainedBodies],
  assumes: ['creation/created-item-is-readable'],
  cases: 3,
  given: (bodies) => record({ misses: batch(bodies.nearMissReplacement(), 5), drawn: batch(bodies.body(), 2) }),
  when: async ({ drawn, misses }, { items }) => {
    const { item, before, writes } = await refusedWrites(items, richestOf(drawn), misses, putting);
    const carried = writes.reduce((all, { sent }) => bothOf(all, sent), item.sent);
    return { sent: carried, before, puts: writes.map(({ write }) => write), ...(await lookAfter(item, before)) };
  },
  then: ({ sent, before, puts, after, again }, judging) =>
    judgeStill({ sent, before, after, again, shows: [before, ...puts, after] }, judging),
  proof: {
    violatedBy: ['refused-put-stores-the-valid-members', 'refused-put-clears-the-tags'],
    silentIn: [
      'time-in-the-body',
      'request-id-in-the-body',
      'access-statistics',
      'put-creates',
      'etags',
      'normalising',
    ],
  },
});

/** The marker and the unique values that a replacement is sent with may make it valid. */
const putting: Way = {
  name: 'a body',
  worded: (item, miss) => {
    const sent = item.prepare(miss.body);
    return isStillBroken(miss, sent) ? sent : undefined;
  },
  write: (item, sent) => item.put(sent),
};
