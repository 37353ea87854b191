import { batch, constrainedBodies, creatable, defineRule, isStillBroken, readable, record, replaceable } from '#rule';
import { chooseLargest } from './_largest-body.js';
import { sendRefusedWrites, type WriteKind } from './_refused-writes.js';
import { judgeUnchanged, mergeSent, readAfter } from './_unchanged-item.js';

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
    const { item, before, writes } = await sendRefusedWrites(items, chooseLargest(drawn), misses, putting);
    const carried = writes.reduce((all, { sent }) => mergeSent(all, sent), item.sent);
    return { sent: carried, before, puts: writes.map(({ write }) => write), ...(await readAfter(item, before)) };
  },
  then: ({ sent, before, puts, after, again }, judging) =>
    judgeUnchanged({ sent, before, after, again, shows: [before, ...puts, after] }, judging),
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
const putting: WriteKind = {
  name: 'a body',
  worded: (item, miss) => {
    const sent = item.prepare(miss.body);
    return isStillBroken(miss, sent) ? sent : undefined;
  },
  write: (item, sent) => item.put(sent),
};
