import { assume, defineRule, needs, values } from '#rule';
import { openPlace, sendWrite } from './_shared/send-write.js';
import { judgeSteps, watchApart, watchParents, watchSteps } from './_shared/watched-items.js';

const otherCollections = needs.defineNeed('collection', {
  name: 'another collection',
  reason: 'no other collection takes new items that can be read',
  enable: 'resources[].create',
  isMet: ({ apart = [] }) => apart.length > 0,
});

/** The watched items are new. They may refer to what the written item refers to, but not to itself; what it refers to is watched, too. */
export default defineRule({
  clause: 'RES-05',
  title: 'Writing or removing an item keeps the items of other collections',
  otherwise: 'Writing or removing an item changed or removed one of another collection',
  touches: 'deletes',
  watches: 'service',
  needs: [needs.creatable, needs.readable, needs.removable, otherCollections],
  assumes: [
    'creation/created-item-is-readable',
    'safety/get-does-not-change-the-item',
    'effects/reading-an-item-keeps-the-others',
    'effects/writing-an-item-keeps-the-others',
  ],
  cases: 2,
  given: (bodies) =>
    values.record({
      bodies: values.batch(bodies.body(), 2),
      content: values.record({ replacement: bodies.replacement(), patch: bodies.patch() }),
      turn: values.integer(0, 11),
    }),
  when: ({ bodies: [own = null, other = own], content, turn }, tools) =>
    watchSteps(async (watch) => {
      const place = await openPlace(tools);
      await watchParents(watch, place, tools);
      await watchApart(watch, tools, turn, place);
      // The creation of a watched item may change another one.
      await watch.readAdded();
      const [item, beside] = await Promise.all([
        place.items.create(own),
        place.items.create(other, { role: 'control' }),
      ]);
      assume(item.path !== beside.path, 'setup', 'equal bodies create one and the same item');
      await watch.recordStep([{ exchange: item.createdBy, sent: item.sent }]);
      for (const kind of ['patch', 'put'] as const) await watch.recordStep(await sendWrite(kind, item, place, content));
      await watch.recordStep([{ exchange: await item.delete(), sent: null }]);
    }),
  then: judgeSteps,
  silentIn: ['order-parts', 'order-parts-counted', 'order-predecessors', 'version-counter'],
});
