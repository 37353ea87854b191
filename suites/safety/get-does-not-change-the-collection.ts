import { defineRule, needs, values } from '#rule';
import { judgeReads, readAround } from './_shared/stable-item.js';

/** The item is read by itself; between these reads only the collection is read, in several ways at once. */
export default defineRule({
  clause: 'SAFE-02',
  title: 'GET of a collection does not change its items',
  otherwise: 'GET of a collection changed an item in it',
  touches: 'writes',
  reusedItems: 1,
  watches: 'collection',
  expectsNoEffect: true,
  isPastCaches: true,
  needs: [needs.creatable, needs.readable, needs.listable],
  assumes: ['creation/created-item-is-readable', 'safety/get-does-not-change-the-item'],
  cases: 1,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      ways: values.batch(values.oneOf<'plain' | 'paged' | 'walked'>('plain', 'paged', 'walked'), 3),
    }),
  when: async ({ body, ways }, { items, client, collection }) => {
    const item = await items.create(body);
    const { size } = collection.pagination.params;
    const paged = size === undefined ? '' : `?${size}=${collection.pagination.maxSize ?? 50}`;
    const read = async (way: (typeof ways)[number]) => {
      if (way === 'walked') return (await items.list()).pages;
      return [await client.send({ method: 'GET', path: collection.path + (way === 'paged' ? paged : '') })];
    };
    return readAround(item, async () => (await Promise.all(ways.map(read))).flat());
  },
  then: judgeReads,
  silentIn: ['time-in-the-body', 'request-id-in-the-body', 'access-statistics', 'pagination-offset', 'pagination-page'],
});
