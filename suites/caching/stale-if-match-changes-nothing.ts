import { assume, compare, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { getShown, pickMembers } from '../_shared/members.js';
import { changeable, conditionalWrites, drawChange, listChangedMembers, writeChange } from './_shared/change.js';
import { monitorStaleMatch, type OutdatedKind, outdateTag } from './_shared/reads.js';

/** The first change is the control: If-Match with the current entity tag is accepted. */
export default defineRule({
  clause: 'CACHE-03',
  title: 'A write with an outdated If-Match changes nothing',
  otherwise: 'A write with an outdated If-Match changed the item',
  isReportedOnce: true,
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, changeable, conditionalWrites],
  assumes: ['creation/created-item-is-readable', 'caching/changed-representation-does-not-answer-304'],
  cases: 2,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      first: drawChange(bodies),
      second: drawChange(bodies),
      outdating: values.oneOf<OutdatedKind>('was current', 'was never used', 'is one of several'),
    }),
  when: async ({ body, first, second, outdating }, tools) => {
    const item = await tools.items.create(body, { role: 'control' });
    const { written, before, match } = await outdateTag(item, first, outdating, tools);
    const stale = await writeChange(item, second, tools, match);
    const telling = listChangedMembers(stale.sent, before.answer?.json);
    assume(telling.length > 0, 'no-usable-case', 'the second change is the same as the first');
    return { written, before, stale, telling, after: await item.get() };
  },
  then: ({ written, before, stale, telling, after }) => {
    if (!http.hasStatus(after, 200))
      return inconclusive('setup', `GET after the write returned ${after.answer?.status}`);
    const taken = telling.filter((name) => compare.isEquivalent(getShown(after, name), stale.sent[name]));
    if (taken.length === 0) return held;
    const side = ({ answer }: typeof after) => pickMembers(answer?.json, taken);
    return violated({ expected: side(before), actual: side(after), shows: [written, before, stale.exchange, after] });
  },
  monitor: monitorStaleMatch(({ method }) => method !== 'DELETE'),
  silentIn: ['etags', 'weak-etags', 'put-204', 'version-counter', 'fresh-for-30-seconds', 'access-bearer'],
});
