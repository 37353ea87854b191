import { assume, defineRule, http, type Item, needs, values } from '#rule';
import { haveEnded, postInvalid, writeInvalid } from './_shared/send-write.js';
import { judgeLists, readListsAround, selectLists } from './_shared/watched-lists.js';

/** The lists of the collection, of others, and of those below an item are read before and after. */
export default defineRule({
  clause: 'CRE-04',
  title: 'A refused write adds nothing to any list',
  otherwise: 'A refused write added an entry to a list',
  doubt:
    'What a refused write seems to have added may be of another client; that was said of one correct service, and the reason was not found.',
  touches: 'writes',
  reusedItems: 4,
  watches: 'service',
  expectsNoEffect: true,
  needs: [needs.postable, needs.creatable, needs.readable, needs.constrainedBodies],
  assumes: ['creation/created-item-is-readable', 'creation/refused-post-creates-nothing'],
  cases: 1,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      invalid: values.batch(bodies.nearMiss(), 6),
      broken: values.batch(bodies.nearMissReplacement(), 12),
      turn: values.integer(0, 1000),
    }),
  when: async ({ body, invalid, broken, turn }, tools) => {
    let item: Item | undefined;
    const prepare = async () => {
      item = await tools.items.create(body);
      await item.getUntil((exchange) => http.hasStatus(exchange, 200));
      return selectLists(tools, item, turn);
    };
    const treat = async () => {
      const sending = [postInvalid(tools, invalid), ...(item ? [writeInvalid(item, broken, tools.collection)] : [])];
      const writes = (await Promise.all(sending)).flat();
      assume(haveEnded(writes, [4]), 'no-usable-case', 'the service takes invalid content, or no content is invalid');
      return writes.map(({ exchange }) => exchange);
    };
    return readListsAround(prepare, treat);
  },
  then: (rounds) => judgeLists(rounds, 'no list has another entry after the refused writes'),
  silentIn: ['two-collections', 'order-parts', 'order-parts-counted', 'unique-reference', 'conflict-422'],
});
