import { assume, defineRule, http, needs, values } from '#rule';
import { type OtherWrite, type SentWrite, sendWrite } from './_shared/send-write.js';
import { combine, judgeWatchedItem, openPlace, readWatchedItem } from './_shared/watched-items.js';

/** One of the other items is older than the written one, one is newer; where the path names a parent, it is the third. */
export default defineRule({
  clause: 'RES-05',
  level: 'SHOULD',
  family: 'convention',
  per: 'collection',
  title: 'Writing an item keeps what clients wrote in others',
  otherwise: 'Writing an item changed another one, or its parent',
  since: '0.2',
  stage: 'provisional',
  touches: 'writes',
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
      kinds: values.batch(values.oneOf<OtherWrite>('put', 'patch', 'post'), 3),
    }),
  when: async ({ bodies: [own = null, first = own, last = own], content, kinds }, tools) => {
    const place = await openPlace(tools);
    const { items, collection, parent, above = collection } = place;
    const elder = await items.create(first);
    const item = await items.create(own);
    const younger = await items.create(last);
    const isDistinct = new Set([elder.path, item.path, younger.path]).size === 3;
    assume(isDistinct, 'setup', 'equal bodies create one and the same item');
    const others = [elder, younger].map((one) => ({ item: one, of: collection }));
    const all = parent ? [...others, { item: parent, of: above }] : others;
    const watched = await Promise.all(all.map(async (one) => ({ ...one, before: await http.readBack(one.item) })));
    const writes: SentWrite[] = [];
    for (const kind of kinds) writes.push(...(await sendWrite(kind, item, place, content)));
    assume(writes.length > 0, 'no-usable-case', 'the collection offers no such write');
    return { writes, looks: await Promise.all(watched.map(readWatchedItem)) };
  },
  then: ({ writes, looks }, judging) => combine(looks.map((look) => judgeWatchedItem(look, writes, judging))),
  // Refused duplicates, transitions and creations have rules of their own.
  keepsOthers: {
    by: ({ method }) => /^(POST|PUT|PATCH)$/.test(method),
    sharedClauses: ['ERR-19', 'CRE-04', 'PUT-05', 'PAT-03'],
  },
  proof: {
    silentIn: ['order-parts', 'order-parts-counted', 'unique-reference', 'version-counter', 'time-in-the-body'],
  },
});
