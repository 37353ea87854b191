import { defineRule, needs, values } from '#rule';
import { readAndRestore, sendRefusedWrites, type WriteKind } from './_shared/refused-writes.js';
import { chooseLargest, judgeUnchanged, mergeSent } from './_shared/unchanged-item.js';

export default defineRule({
  clause: 'PUT-05',
  title: 'A refused PUT changes nothing',
  otherwise: 'A refused PUT changed the item',
  touches: 'writes',
  reusedItems: 2,
  needs: [needs.creatable, needs.readable, needs.replaceable, needs.constrainedBodies],
  assumes: ['creation/created-item-is-readable', 'safety/get-does-not-change-the-item'],
  cases: 3,
  given: (bodies) =>
    values.record({ invalid: values.batch(bodies.nearMissReplacement(), 5), drawn: values.batch(bodies.body(), 2) }),
  when: async ({ drawn, invalid }, { items }) => {
    const refused = await sendRefusedWrites(items, chooseLargest(drawn), invalid, putting);
    const { item, before, writes } = refused;
    const carried = writes.reduce((all, { sent }) => mergeSent(all, sent), item.sent);
    const puts = writes.map(({ write }) => write);
    return { sent: carried, before, puts, ...(await readAndRestore(refused, putting)) };
  },
  then: ({ sent, before, puts, after, again }, judging) =>
    judgeUnchanged({ sent, before, after, again, shows: [before, ...puts, after] }, judging),
  silentIn: ['time-in-the-body', 'request-id-in-the-body', 'access-statistics', 'put-creates', 'etags', 'normalising'],
});

/** The marker and the unique values that a replacement is sent with may make it valid. */
const putting: WriteKind = {
  name: 'a body',
  prepare: (item, miss) => {
    const sent = item.prepare(miss.body);
    return values.isStillBroken(miss, sent) ? sent : undefined;
  },
  write: (item, sent) => item.put(sent),
};
