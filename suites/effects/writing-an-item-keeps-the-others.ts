import { assume, defineRule, needs, values } from '#rule';
import { alignChoices, openPlace, sendWrite, writeKinds } from './_shared/send-write.js';
import { judgeSteps, watchParents, watchSteps } from './_shared/watched-items.js';

/** Where items cannot be removed, no more are created. One of the other items is older, one is newer; items that the path or the bodies name are watched from the start. */
export default defineRule({
  clause: 'RES-05',
  title: 'Writing an item keeps what clients wrote in others',
  otherwise: 'Writing an item changed another one, its parent, or what it refers to',
  touches: 'writes',
  reusedItems: 3,
  watches: 'collection',
  needs: [needs.creatable, needs.readable],
  assumes: [
    'creation/created-item-is-readable',
    'safety/get-does-not-change-the-item',
    'nesting/reading-below-an-item-does-not-change-it',
  ],
  cases: 1,
  given: (bodies) =>
    values.record({
      bodies: values.batch(bodies.body(), 3),
      content: values.record({ replacement: bodies.replacement(), patch: bodies.patch() }),
    }),
  when: ({ bodies: [own = null, first = own, last = own], content }, tools) =>
    watchSteps(async (watch) => {
      const place = await openPlace(tools);
      const { items, collection } = place;
      await watchParents(watch, place, tools);
      await watch.readAdded();
      const elder = await items.create(alignChoices(first, content.replacement, collection));
      watch.add(elder, collection);
      await watch.recordStep([{ exchange: elder.createdBy, sent: elder.sent }]);
      const item = await items.create(own);
      const younger = await items.create(alignChoices(last, own, collection));
      const isApart = new Set([elder.path, item.path, younger.path]).size === 3;
      assume(isApart, 'setup', 'equal bodies create one and the same item');
      watch.add(younger, collection);
      await watch.recordStep([item, younger].map(({ createdBy: exchange, sent }) => ({ exchange, sent })));
      for (const kind of writeKinds)
        if (kind !== 'post' || collection.remove) await watch.recordStep(await sendWrite(kind, item, place, content));
    }),
  then: judgeSteps,
  // Refused duplicates, transitions and creations have rules of their own.
  keepsOthers: {
    by: ({ method }) => /^(POST|PUT|PATCH)$/.test(method),
    sharedClauses: ['ERR-19', 'CRE-04', 'PUT-05', 'PAT-03'],
  },
  silentIn: ['order-parts', 'order-parts-counted', 'unique-reference', 'version-counter'],
});
