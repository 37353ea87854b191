import { assume, type Creation, defineRule, type Exchange, http, needs, values } from '#rule';
import { judgeLists, readListsAround, selectLists } from './_shared/watched-lists.js';

/** A creation may leave entries in several lists; its repetition with the same key may not. */
export default defineRule({
  clause: 'KEY-01',
  title: 'A POST repeated with its key adds nothing to any list',
  otherwise: 'A POST repeated with its key added an entry to a list',
  touches: 'writes',
  reusedItems: 3,
  watches: 'service',
  expectsNoEffect: true,
  needs: [needs.postable, needs.readable, needs.idempotencyKeyed],
  assumes: ['creation/created-item-is-readable', 'replay/repeated-key-creates-one-item'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), turn: values.integer(0, 1000), times: values.integer(1, 3) }),
  when: async ({ body, turn, times }, tools) => {
    const { items, fresh } = tools;
    const made: { first: Creation; key: string }[] = [];
    const prepare = async () => {
      const key = fresh.key();
      const first = await items.post(body, { key, marked: true });
      const { item, exchange } = first;
      const isCreated = item !== undefined && http.hasStatus(exchange, 2) && !http.isPending(exchange);
      assume(isCreated, 'setup', `the creation returned ${exchange.answer?.status}`);
      await item.getUntil((read) => http.hasStatus(read, 200));
      made.push({ first, key: first.key ?? key });
      return selectLists(tools, item, turn);
    };
    const treat = async () => {
      const sent: Exchange[] = [];
      for (const { first, key } of made.slice(-1)) {
        sent.push(first.exchange);
        while (sent.length <= times) sent.push((await items.post(body, { key, like: first })).exchange);
      }
      return sent;
    };
    return readListsAround(prepare, treat);
  },
  then: (rounds) => judgeLists(rounds, 'no list has another entry after the repetition'),
  silentIn: ['two-collections', 'order-parts', 'key-replays-200', 'key-in-flight-409', 'created-location-only'],
});
