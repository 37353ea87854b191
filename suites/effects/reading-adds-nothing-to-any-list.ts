import { defineRule, http, type Item, needs, values } from '#rule';
import { judgeLists, readListsAround, selectLists } from './_shared/watched-lists.js';

/** The lists of the collection, of others, and of those below the item are read before and after. */
export default defineRule({
  clause: 'SAFE-01',
  title: 'Reading an item adds no entry to any list',
  otherwise: 'Reading an item added an entry to a list',
  touches: 'writes',
  reusedItems: 4,
  watches: 'service',
  expectsNoEffect: true,
  isPastCaches: true,
  needs: [needs.creatable, needs.readable],
  assumes: ['creation/created-item-is-readable', 'safety/head-does-not-change-the-item'],
  cases: 1,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      turn: values.integer(0, 1000),
      others: values.oneOf(['GET', 'HEAD'] as const, ['HEAD', 'list'] as const, ['GET', 'list'] as const),
    }),
  when: async ({ body, turn, others }, tools) => {
    const { items, client, collection } = tools;
    let item: Item | undefined;
    const prepare = async () => {
      item = await items.create(body);
      await item.getUntil((exchange) => http.hasStatus(exchange, 200));
      return selectLists(tools, item, turn);
    };
    const read = (way: (typeof others)[number] | 'if') => {
      const path = way === 'list' && collection.list ? items.firstPage() : (item?.path ?? '');
      const headers = { 'cache-control': 'no-cache', ...(way === 'if' && { 'if-none-match': '"unknown"' }) };
      return client.send({ method: way === 'HEAD' ? way : 'GET', path, headers });
    };
    const askMethods = () =>
      client.send({
        method: 'OPTIONS',
        path: turn % 2 === 0 || !collection.list ? (item?.path ?? '') : items.firstPage(),
      });
    const treat = () => Promise.all([...others.map(read), read('if'), askMethods()]);
    return readListsAround(prepare, treat);
  },
  then: (rounds) => judgeLists(rounds, 'no list has another entry after reading'),
  silentIn: ['two-collections', 'order-parts', 'order-parts-counted', 'access-statistics', 'time-in-the-body'],
});
