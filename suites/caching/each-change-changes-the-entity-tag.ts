import { compare, defineRule, held, heldWithNote, http, needs, values, violated } from '#rule';
import { changeable } from './_shared/change.js';
import { changeEachMember, mergeBodies } from './_shared/one-member.js';

/** Each response has a representation with its own entity tag, so a late read does no harm. */
export default defineRule({
  clause: 'CACHE-06',
  per: 'collection',
  title: 'A change of any member changes a strong entity tag',
  otherwise: 'A strong entity tag stayed the same although a member had changed',
  since: '0.2',
  stage: 'provisional',
  touches: 'writes',
  watches: 'item',
  isPastCaches: true,
  needs: [needs.creatable, needs.readable, changeable],
  assumes: ['creation/created-item-is-readable', 'caching/changed-representation-does-not-answer-304'],
  cases: 1,
  given: (bodies) =>
    values.record({ drawn: values.batch(bodies.body(), 3), replacements: values.batch(bodies.replacement(), 4) }),
  when: async ({ drawn, replacements }, tools) => {
    const item = await tools.items.create(mergeBodies(drawn), { role: 'control' });
    const bodies = replacements.map((body) => item.prepare(body));
    return changeEachMember(item, bodies, tools);
  },
  then: ({ reads, changed }, { withoutBookkeeping }) => {
    const states = reads.flatMap((read) => {
      const tag = http.getHeader(read.answer, 'etag');
      return tag === undefined || http.isCached(read)
        ? []
        : [{ read, tag, shown: withoutBookkeeping(read.answer?.json) }];
    });
    const isWritten = (pointer: string) => changed.includes(compare.parsePointer(pointer)[0] ?? '');
    for (const [i, after] of states.entries()) {
      const before = states.slice(0, i).find(({ tag }) => tag === after.tag);
      if (before === undefined) continue;
      const moved = compare.findDifferences(before.shown, after.shown).find(({ pointer }) => isWritten(pointer));
      if (moved === undefined) continue;
      if (after.tag.startsWith('W/')) return heldWithNote(`a weak entity tag stayed when ${moved.pointer} changed`);
      const actual = `${after.tag} again, with another value at ${moved.pointer}`;
      return violated({ expected: 'another entity tag', actual, shows: [before.read, after.read] });
    }
    return held;
  },
  proof: { silentIn: ['etags', 'weak-etags', 'put-204', 'version-counter', 'order-parts-counted'] },
});
