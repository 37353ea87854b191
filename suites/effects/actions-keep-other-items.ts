import { type Action, assume, defineRule, http, type Item, inconclusive, type Json, needs, values } from '#rule';
import { alignChoices, openPlace } from './_shared/send-write.js';
import { judgeSteps, watchApart, watchParents, watchSteps } from './_shared/watched-items.js';

const acting = needs.defineNeed('collection', {
  name: 'actions',
  reason: 'no action on its items is known',
  enable: 'resources[].actions',
  isMet: ({ actions }) => actions.some(({ post }) => post !== undefined),
});

/** The longest known sequence of actions, and all others. */
function splitActions(all: readonly Action[]): readonly Action[][] {
  const actions = all.filter(({ post }) => post !== undefined);
  const [last] = actions.toSorted((one, other) => (other.after?.length ?? 0) - (one.after?.length ?? 0));
  const names = last ? [...(last.after ?? []), last.name] : [];
  const chain = names.flatMap((name) => actions.filter((one) => one.name === name));
  return [[...chain, ...chain.slice(-1)], actions.filter((one) => !chain.includes(one))];
}

/** One sequence of actions, its last one twice, and all others on a second item, each between two watched ones. Prices elsewhere may follow. */
export default defineRule({
  clause: 'RES-05',
  title: 'Actions on an item keep what clients wrote in others',
  otherwise: 'An action on an item changed another one, its parent, or what it refers to',
  touches: 'writes',
  watches: 'collection',
  needs: [needs.creatable, needs.readable, acting],
  assumes: ['creation/created-item-is-readable', 'effects/writing-an-item-keeps-the-others'],
  cases: 1,
  given: (bodies) => values.record({ bodies: values.batch(bodies.body(), 3), turn: values.integer(0, 11) }),
  when: ({ bodies: [own = null, first = own, last = own], turn }, tools) =>
    watchSteps(async (watch) => {
      const place = await openPlace(tools);
      const { items, collection } = place;
      await watchParents(watch, place, tools);
      await watchApart({ ...watch, add: (item, of) => watch.add(item, of) }, tools, turn, place);
      const [chain = [], rest = []] = splitActions(collection.actions);
      const create = (like: Json): Promise<Item> => items.create(alignChoices(like, own, collection));
      const [elder, one, younger] = [await create(first), await create(own), await create(last)];
      const [two = one, ...youngest] = rest.length > 0 ? [await create(own), await create(first)] : [];
      assume(new Set([elder, one, younger].map(({ path }) => path)).size === 3, 'setup', 'equal bodies create one');
      for (const item of [elder, younger, ...youngest]) watch.add(item, collection);
      await watch.readAdded();
      const send = (item: Item) => (action: Action) => async () => ({
        ...{ exchange: await tools.actions.perform(item, action), sent: null },
      });
      await watch.recordAll([chain.map(send(one)), rest.map(send(two))]);
    }),
  then: (steps, judging) =>
    steps.some(({ writes }) => writes.some(({ exchange }) => http.hasStatus(exchange, 2)))
      ? judgeSteps(steps, judging)
      : inconclusive('setup', 'no action succeeded'),
  silentIn: ['order-parts', 'order-parts-counted', 'order-predecessors', 'version-counter'],
});
