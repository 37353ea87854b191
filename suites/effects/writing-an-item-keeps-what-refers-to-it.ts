import { assume, defineRule, needs, values } from '#rule';
import { openPlace, rewriteParent } from './_shared/send-write.js';
import { judgeSteps, startWatch } from './_shared/watched-items.js';

const createdReferences = needs.defineNeed('collection', {
  name: 'references',
  reason: 'the bodies of the collection refer to no item that the run creates',
  enable: 'resources[].parents',
  isMet: ({ parents }) => parents.some(({ place }) => place.startsWith('/')),
});

/** An item may have copies of what it refers to, so members that show a written value are not judged. */
export default defineRule({
  clause: 'RES-05',
  title: 'Writing an item keeps the items that refer to it',
  otherwise: 'Writing an item changed or removed an item that refers to it',
  touches: 'writes',
  watches: 'collection',
  needs: [needs.creatable, needs.readable, createdReferences],
  assumes: ['creation/created-item-is-readable', 'safety/get-does-not-change-the-item'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, tools) => {
    const { items, collection, referred } = await openPlace(tools);
    assume(referred.length > 0, 'no-usable-case', 'what the bodies refer to could not be created');
    const watch = startWatch();
    await watch.add(await items.create(body, { role: 'control' }), collection, 'referring').readAdded();
    for (const { item, of } of referred)
      await watch.recordStep(await rewriteParent({ parent: item, above: of }, tools.fresh.word()));
    const steps = watch.listSteps();
    assume(steps.length > 0, 'no-usable-case', 'what the bodies refer to offers neither PUT nor a merge patch');
    return steps;
  },
  then: judgeSteps,
  silentIn: ['order-parts', 'unique-reference', 'order-predecessors'],
});
