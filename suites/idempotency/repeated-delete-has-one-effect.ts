import { assume, compare, defineMonitor, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { createAndRemove } from './_shared/remove-item.js';

/** The status of the repetition is free, as long as the item stays deleted and no server error occurs. */
export default defineRule({
  clause: 'DEL-03',
  title: 'Repeating a DELETE changes nothing further',
  otherwise: 'Repeating a DELETE caused a server error, or restored the item',
  touches: 'deletes',
  needs: [needs.creatable, needs.readable, needs.removable, needs.hardDeletion],
  assumes: ['creation/created-item-is-readable', 'idempotency/deleted-item-is-gone'],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body(), times: values.integer(2, 4) }),
  when: async ({ body, times }, { items }) => {
    const { item, read, removed } = await createAndRemove(items, body);
    const readGone = () => item.getUntil((exchange) => http.hasStatus(exchange, 404, 410));
    const gone = await readGone();
    assume(http.hasStatus(gone, 404, 410), 'setup', `GET after DELETE returned ${gone.answer?.status}`);
    const rounds = [{ removed, look: gone }];
    while (rounds.length < times) rounds.push({ removed: await item.delete(), look: await readGone() });
    return { item, read, rounds };
  },
  then: ({ item, read, rounds }) => {
    const index = rounds.findIndex(
      ({ removed, look }, i) => i > 0 && (http.hasStatus(removed, 5) || http.hasStatus(look, 2)),
    );
    const { removed, look } = rounds[index] ?? {};
    if (!removed || !look) return held;
    const shows = [rounds[0]?.removed ?? item.createdBy, rounds[0]?.look ?? item.createdBy, removed];
    if (http.hasStatus(removed, 5))
      return violated({
        expected: 'the repeated DELETE is not a server error',
        actual: `it returned ${removed.answer?.status}`,
        shows,
      });
    if (http.isCached(look) || compare.isIdReused(item.sent, read.answer?.json, look.answer?.json))
      return inconclusive('noise', 'a cache answered, or the service reused the id');
    const actual = `after ${index + 1} DELETEs, GET returned ${look.answer?.status}`;
    return violated({ expected: 'the item stays deleted', actual, shows: [...shows, look] });
  },
  monitor: defineMonitor({
    expected: 'the repeated DELETE is not a server error',
    on: (exchange, traffic) => {
      const { write } = traffic.getTrack(exchange.path);
      const isRepeated = exchange.method === 'DELETE' && write?.method === 'DELETE' && http.hasStatus(write, 200, 204);
      if (!isRepeated || exchange.answer === undefined) return undefined;
      return http.hasStatus(exchange, 500)
        ? { flaw: 'the repeated DELETE returned 500', shows: [write, exchange] }
        : 'kept';
    },
  }),
  silentIn: ['second-delete-204', 'second-delete-410', 'soft-delete-410', 'ids-integer', 'etags'],
});
