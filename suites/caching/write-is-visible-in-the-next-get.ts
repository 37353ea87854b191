import { assume, compare, defineRule, type Exchange, held, http, inconclusive, needs, values, violated } from '#rule';
import { getShown, pickMembers } from '../_shared/members.js';
import { changeable, drawChange, writeChange } from './_shared/change.js';
import { readLate, readMaxAge, readWithoutCacheControl } from './_shared/reads.js';

/** The first GET has no Cache-Control; a control that bypasses caches shows that the write took effect. */
export default defineRule({
  clause: 'CACHE-04',
  title: 'The next GET of the same URL shows a write',
  otherwise: 'GET still returned the old representation after a write',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, changeable],
  assumes: ['creation/created-item-is-readable', 'safety/get-does-not-change-the-item'],
  cases: 3,
  given: (bodies) => values.record({ body: bodies.body(), change: drawChange(bodies) }),
  when: async ({ body, change }, tools) => {
    const item = await tools.items.create(body, { role: 'control' });
    const look = () => tools.client.send({ method: 'GET', path: item.path });
    const before = await readWithoutCacheControl(item, tools);
    const { sent, exchange: written } = await writeChange(item, change, tools);
    const told = `${written.method} returned ${written.answer?.status}`;
    assume(http.hasStatus(written, 200, 204), 'setup', told);
    const next = tools.collection.consistency.itemMs > 0 ? undefined : await look();
    const truth = await item.getUntil(({ answer }) => answer?.text !== before.answer?.text);
    const after = next ?? (await look());
    const late = await readLate(item, [before, truth, after]);
    return { sent, before, written, truth, after, late };
  },
  then: ({ sent, before, written, truth, after, late }, { isVolatile, collection }) => {
    if (!http.hasStatus(after, 200) || !http.hasStatus(truth, 200))
      return inconclusive('setup', `GET after the write returned ${after.answer?.status}`);
    const names = Object.keys(sent).filter((name) => !isVolatile(compare.buildPointer([name])));
    const movedIn = (look: Exchange) =>
      names.filter((name) => !compare.isEquivalent(getShown(before, name), getShown(look, name)));
    const changed = movedIn(truth);
    const old = changed.filter((name) => compare.isEquivalent(getShown(before, name), getShown(after, name)));
    const hint = 'to say how late: consistency.readAfterWriteMs';
    if (changed.length === 0 && late && movedIn(late).length > 0)
      return inconclusive('noise', `a later GET showed the ${written.method}, the next one did not; ${hint}`);
    if (changed.length === 0)
      return inconclusive(
        'no-usable-case',
        `${written.method} returned ${written.answer?.status}, and did not change the item`,
      );
    if (old.length === 0) return held;
    if (http.isCached(after) || (collection.maxAge ?? readMaxAge(before) ?? 0) > 0)
      return inconclusive('noise', 'the old representation may still be cached, as the profile declares');
    const side = ({ answer }: typeof after) => pickMembers(answer?.json, old);
    return violated({ expected: side(truth), actual: side(after), shows: [before, written, after] });
  },
  silentIn: ['etags', 'fresh-for-30-seconds', 'put-204', 'time-in-the-body', 'version-counter', 'normalising'],
});
