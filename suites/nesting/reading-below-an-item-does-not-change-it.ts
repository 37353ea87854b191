import { compare, defineRule, type Exchange, held, http, inconclusive, needs, values, violated } from '#rule';
import { pickSides } from '../_shared/findings.js';
import { nested } from './_shared/below.js';

/** Two items are created below a new one. The control is two reads of it with nothing in between. */
export default defineRule({
  clause: 'SAFE-01',
  title: 'Reading below an item does not change the item',
  otherwise: 'Reading below an item changed the item',
  touches: 'writes',
  watches: 'collection',
  isPastCaches: true,
  needs: [needs.creatable, needs.readable, nested],
  assumes: ['creation/created-item-is-readable', 'safety/head-does-not-change-the-item'],
  cases: 1,
  given: (bodies) => values.record({ bodies: values.batch(bodies.body(), 2) }),
  when: async ({ bodies }, { related, client }) => {
    const { parent, items, collection } = await related.nest();
    const below = [];
    for (const body of bodies) below.push(await items.create(body, { role: 'control' }));
    for (const item of below) await http.readBack(item);
    const [control, before] = [await http.readBack(parent), await parent.get()];
    const reads: Exchange[] = collection.list ? [await client.send({ method: 'GET', path: items.firstPage() })] : [];
    for (const item of below) reads.push(await item.get(), await item.head());
    const after = await parent.get();
    const isEqual = compare.findDifferences(before.answer?.json, after.answer?.json).length === 0;
    return { control, before, reads, after, again: isEqual ? undefined : await parent.get() };
  },
  then: ({ control, before, reads, after, again }, { withoutNoise }) => {
    const looks = [control, before, after, ...(again ? [again] : [])];
    if (looks.some(http.isCached)) return inconclusive('noise', 'a cache answered instead of the service');
    if (!http.hasStatus(before, 200)) return inconclusive('setup', `GET returned ${before.answer?.status}`);
    const shows = [before, ...reads.slice(0, 4), after];
    if (http.hasStatus(after, 404, 410))
      return violated({ expected: 'the item is there', actual: `GET returned ${after.answer?.status}`, shows });
    if (!http.hasStatus(after, 200)) return inconclusive('setup', `GET afterwards returned ${after.answer?.status}`);
    const differ = (one: Exchange, other: Exchange) =>
      compare.findDifferences(withoutNoise(one.answer?.json), withoutNoise(other.answer?.json));
    const restless = [...differ(control, before), ...(again ? differ(after, again) : [])].map(({ pointer }) => pointer);
    const moved = differ(before, after).filter(({ pointer }) => !restless.includes(pointer));
    return moved.length === 0 ? held : violated({ ...pickSides(moved), shows });
  },
  silentIn: ['order-parts', 'order-parts-counted', 'access-statistics', 'time-in-the-body'],
});
