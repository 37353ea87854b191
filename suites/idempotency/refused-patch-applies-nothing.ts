import {
  assume,
  assumeMergePatch,
  batch,
  constrainedBodies,
  creatable,
  defineRule,
  patchable,
  preparePatch,
  readable,
  record,
} from '#rule';
import { canPatchBreak, createInvalidPatch } from './_invalid-patch.js';
import { chooseLargest } from './_largest-body.js';
import { sendRefusedWrites } from './_refused-writes.js';
import { judgeUnchanged, mergeSent, readAfter } from './_unchanged-item.js';

/** RFC 5789 §2: the changes are applied atomically, all or none. */
export default defineRule({
  clause: 'PAT-03',
  level: 'MUST',
  family: 'http',
  per: 'collection',
  title: 'A refused PATCH applies none of its changes',
  otherwise: 'A refused PATCH applied a part of its changes',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, readable, patchable, constrainedBodies],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: (bodies) =>
    record({ misses: batch(bodies.nearMiss(), 20), drawn: batch(bodies.body(), 2), patch: bodies.patch() }),
  when: async ({ drawn, patch, misses }, { items, collection }) => {
    assumeMergePatch(collection);
    const mixtures = misses.flatMap((miss) => (canPatchBreak(miss) ? [miss] : [])).slice(0, 5);
    assume(mixtures.length > 0, 'no-usable-case', 'no member is invalid');
    const { item, before, writes } = await sendRefusedWrites(items, chooseLargest(drawn), mixtures, {
      name: 'a patch',
      worded: (to, miss) => createInvalidPatch(preparePatch(to, patch), miss),
      write: (to, sent) => to.patch(sent),
    });
    const carried = writes.reduce((all, { sent }) => mergeSent(all, sent), item.sent);
    return { sent: carried, before, writes, ...(await readAfter(item, before)) };
  },
  then: ({ sent, before, writes, after, again }, judging) => {
    const shows = [before, ...writes.map(({ write }) => write), after];
    return judgeUnchanged({ sent, before, after, again, shows }, judging);
  },
  proof: {
    violatedBy: ['refused-patch-stores-the-valid-members'],
    silentIn: [
      'time-in-the-body',
      'request-id-in-the-body',
      'access-statistics',
      'etags',
      'normalising',
      'nullable-30',
    ],
  },
});
