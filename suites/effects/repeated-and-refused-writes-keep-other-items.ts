import { assume, defineRule, inconclusive, needs, values } from '#rule';
import { haveEnded, openPlace, postInvalid, type SentWrite, sendWrite, writeInvalid } from './_shared/send-write.js';
import { judgeSteps, startWatch, watchNamed } from './_shared/watched-items.js';

const aboveOrReferred = needs.defineNeed('collection', {
  name: 'items above or references',
  reason: 'neither the path nor the bodies of the collection name an item that the run creates',
  enable: 'resources[].parents',
  isMet: ({ parents }) => parents.length > 0,
});

/** A write may change what it names: a stock, or a state. Sent again, or refused, it changes nothing of what clients wrote there. */
export default defineRule({
  clause: 'RES-05',
  title: 'Repeated and refused writes keep the items that they name',
  otherwise: 'A repeated or refused write changed an item that it names',
  touches: 'deletes',
  watches: 'collection',
  needs: [needs.postable, needs.creatable, needs.readable, aboveOrReferred],
  assumes: ['creation/created-item-is-readable', 'safety/get-does-not-change-the-item'],
  cases: 1,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      content: values.record({ replacement: bodies.replacement(), patch: bodies.patch() }),
      invalid: values.batch(bodies.nearMiss(), 6),
      broken: values.batch(bodies.nearMissReplacement(), 12),
    }),
  when: async ({ body, content, invalid, broken }, tools) => {
    const place = await openPlace(tools);
    const { items, collection } = place;
    const creation = await items.post(body, { marked: true });
    const { item } = creation;
    assume(item !== undefined && haveEnded([creation], [2]), 'setup', 'the item could not be created');
    const watch = watchNamed(startWatch(), place, 'elsewhere');
    await watch.readAdded();
    const record = (writes: readonly SentWrite[], ...statuses: number[]) =>
      watch.recordStep(writes, haveEnded(writes, statuses));
    await record(await postInvalid(place, invalid), 4);
    if (collection.unique.length > 0) await record([await items.post(body, { like: creation })], 4);
    await record(await writeInvalid(item, broken, collection), 4);
    const first = await sendWrite('put', item, place, content);
    await record(first);
    if (haveEnded(first, [2]))
      for (const { sent } of first) await record([{ exchange: await item.put(sent), sent }], 2);
    const removal = collection.remove && [{ exchange: await item.delete(), sent: null }];
    if (removal) await record(removal);
    if (removal && haveEnded(removal, [2])) await record([{ exchange: await item.delete(), sent: null }], 2, 404, 410);
    return watch.listSteps();
  },
  then: (steps, judging) =>
    steps.length > 0 ? judgeSteps(steps, judging) : inconclusive('no-usable-case', 'no write was repeated or refused'),
  silentIn: ['order-parts', 'order-parts-counted', 'order-predecessors', 'unique-reference'],
});
