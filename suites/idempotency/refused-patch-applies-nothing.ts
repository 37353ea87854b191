import { assume, compare, defineRule, http, needs, values } from '#rule';
import {
  canPatchBreak,
  createInvalidPatch,
  readAndRestore,
  sendRefusedWrites,
  type WriteKind,
} from './_shared/refused-writes.js';
import { chooseLargest, judgeUnchanged, mergeSent, updatable } from './_shared/unchanged-item.js';

/** RFC 5789 §2: the changes are applied atomically, all or none. */
export default defineRule({
  clause: 'PAT-03',
  title: 'A refused PATCH applies none of its changes',
  otherwise: 'A refused PATCH applied a part of its changes',
  touches: 'writes',
  reusedItems: 2,
  needs: [needs.creatable, needs.readable, updatable, needs.constrainedBodies],
  assumes: ['creation/created-item-is-readable', 'safety/get-does-not-change-the-item'],
  cases: 2,
  given: (bodies) =>
    values.record({
      invalid: values.batch(bodies.nearMiss(), 20),
      drawn: values.batch(bodies.body(), 2),
      patch: bodies.patch(),
    }),
  when: async ({ drawn, patch, invalid }, { items }) => {
    // A patch that is no object has no valid part, and some members are ignored in patches: one of each member is sent.
    const broken = invalid.filter((miss) => miss.pointer !== '' && canPatchBreak(miss));
    const ofMembers = new Map(broken.map((miss) => [compare.parsePointer(miss.pointer)[0], miss]));
    const mixtures = [...ofMembers.values()].slice(0, 5);
    assume(mixtures.length > 0, 'no-usable-case', 'no member is invalid');
    const patching: WriteKind = {
      name: 'a patch',
      prepare: (to, miss) => createInvalidPatch(http.preparePatch(to, patch), miss),
      write: (to, sent) => to.patch(sent),
    };
    const refused = await sendRefusedWrites(items, chooseLargest(drawn), mixtures, patching);
    const { item, before, writes } = refused;
    const carried = writes.reduce((all, { sent }) => mergeSent(all, sent), item.sent);
    return { sent: carried, before, writes, ...(await readAndRestore(refused, patching)) };
  },
  then: ({ sent, before, writes, after, again }, judging) => {
    const shows = [before, ...writes.map(({ write }) => write), after];
    return judgeUnchanged({ sent, before, after, again, shows }, judging);
  },
  silentIn: ['time-in-the-body', 'request-id-in-the-body', 'access-statistics', 'etags', 'normalising', 'nullable-30'],
});
