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
import { canBeMixed, mixed } from './_mixed.js';
import { refusedWrites } from './_refused.js';
import { richestOf } from './_rich.js';
import { bothOf, judgeStill, lookAfter } from './_still.js';

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
    const mixtures = misses.flatMap((miss) => (canBeMixed(miss) ? [miss] : [])).slice(0, 5);
    assume(mixtures.length > 0, 'no-usable-case', 'no member is invalid');
    const { item, before, writes } = await refusedWrites(items, richestOf(drawn), mixtures, {
      name: 'a patch',
      worded: (to, miss) => mixed(preparePatch(to, patch), miss),
      write: (to, sent) => to.patch(sent),
    });
    const carried = writes.reduce((all, { sent }) => bothOf(all, sent), item.sent);
    return { sent: carried, before, writes, ...(await lookAfter(item, before)) };
  },
  then: ({ sent, before, writes, after, again }, judging) => {
    const shows = [before, ...writes.map(({ write }) => write), after];
    return judgeStill({ sent, before, after, again, shows }, judging);
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
