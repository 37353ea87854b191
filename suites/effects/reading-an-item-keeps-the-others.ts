import { defineRule, inconclusive, needs, values } from '#rule';
import { openPlace } from './_shared/send-write.js';
import { combine, judgeWatchedItem, type WatchedStep, watchReads } from './_shared/watched-items.js';

/**
 * Another item is watched, and the new items that the bodies refer to. The control is as many reads of the watched item itself.
 * What is above an item in its path is watched by `nesting/reading-below-an-item-does-not-change-it`.
 */
export default defineRule({
  clause: 'SAFE-01',
  title: 'Reading an item does not change other items',
  otherwise: 'Reading an item changed another one',
  touches: 'writes',
  reusedItems: 2,
  watches: 'collection',
  expectsNoEffect: true,
  isPastCaches: true,
  needs: [needs.creatable, needs.readable],
  assumes: [
    'creation/created-item-is-readable',
    'safety/get-does-not-change-the-item',
    'safety/head-does-not-change-the-item',
  ],
  cases: 1,
  given: (bodies) => values.record({ bodies: values.batch(bodies.body(), 2) }),
  when: async ({ bodies: [own = null, other = own] }, tools) => {
    const { items, collection, referred } = await openPlace(tools);
    const beside = await items.create(other, { role: 'control' });
    const item = await items.create(own);
    const readList = () => tools.client.send({ method: 'GET', path: items.firstPage() });
    const read = () => Promise.all([item.get(), item.head(), ...(collection.list ? [readList()] : []), item.get()]);
    // Reading the other item may change what both refer to, so that is watched first.
    const seen = [];
    for (const one of [...referred, { item: beside, of: collection }]) seen.push(await watchReads(one, read));
    return seen;
  },
  then: (seen, judging) => {
    const judge = (step?: WatchedStep) =>
      combine((step?.looks ?? []).map((look) => judgeWatchedItem(look, step?.writes ?? [], judging)));
    return combine(
      seen.map(([control, step]) =>
        judge(control).verdict === 'violated'
          ? inconclusive('noise', 'the other item changes without these reads')
          : judge(step),
      ),
    );
  },
  silentIn: ['order-parts', 'order-predecessors', 'access-statistics', 'time-in-the-body', 'unique-reference'],
});
