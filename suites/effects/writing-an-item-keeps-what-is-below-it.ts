import { assume, defineRule, http, inconclusive, needs, values } from '#rule';
import { rewriteParent } from './_shared/send-write.js';
import { combine, judgeWatchedItem, readWatchedItem } from './_shared/watched-items.js';

const belowAnItem = needs.defineNeed('collection', {
  name: 'items below an item',
  reason: 'the path of the collection names no item above it',
  enable: 'resources[].parents',
  isMet: ({ parents }) => parents.some(({ place }) => place.startsWith('{')),
});

/** Items that the item above shows, or lists, may be replaced together with it. */
export default defineRule({
  clause: 'RES-05',
  title: 'Writing an item keeps the items below it',
  otherwise: 'Writing an item changed or removed an item below it',
  touches: 'writes',
  watches: 'collection',
  needs: [needs.creatable, needs.readable, belowAnItem],
  assumes: [
    'creation/created-item-is-readable',
    'safety/get-does-not-change-the-item',
    'nesting/reading-below-an-item-does-not-change-it',
  ],
  cases: 1,
  given: (bodies) => values.record({ bodies: values.batch(bodies.body(), 2) }),
  when: async ({ bodies }, { related, fresh }) => {
    const place = await related.nest();
    const watched = [];
    for (const body of bodies) {
      const item = await place.items.create(body, { role: 'control' });
      watched.push({ item, of: place.collection, before: await http.readBack(item) });
    }
    const shown = (await http.readBack(place.parent)).answer?.text ?? '';
    const isShown = watched.some(({ item: { id } }) => shown.includes(JSON.stringify(id)));
    assume(!isShown, 'no-usable-case', 'the item above shows the items below it, so writing it may replace them');
    const writes = await rewriteParent(place, fresh.word());
    assume(writes.length > 0, 'no-usable-case', 'the item above offers neither PUT nor a merge patch');
    const looks = [];
    for (const one of watched) looks.push(await readWatchedItem(one));
    return { writes, looks };
  },
  then: ({ writes, looks }, judging) => {
    const refused = writes.find(({ exchange }) => !http.hasStatus(exchange, 2));
    const finding = combine(looks.map((look) => judgeWatchedItem(look, writes, judging)));
    return finding.verdict === 'held' && refused
      ? inconclusive(
          'setup',
          `${refused.exchange.method} of the item above returned ${refused.exchange.answer?.status}`,
        )
      : finding;
  },
  silentIn: ['order-parts', 'order-parts-counted', 'order-parts-numbered', 'parts-keep-their-order'],
});
