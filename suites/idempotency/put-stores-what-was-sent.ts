import { assume, compare, defineRule, http, needs, values } from '#rule';
import { findUnstored, monitorWrites } from '../_shared/recorded-writes.js';
import { judgeStored, type StoredWrite, sortByLength, storeAndRead } from './_shared/stored-values.js';

/** The control is a creation with the same values: what that normalises, PUT may normalise, too. */
export default defineRule({
  clause: 'PUT-03',
  title: 'PUT stores the values that it sends',
  otherwise: 'PUT stored another value than it sent',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, needs.replaceable],
  assumes: ['creation/created-item-is-readable', 'idempotency/put-is-acknowledged'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), drawn: values.batch(bodies.replacement(), 8) }),
  when: async ({ body, drawn }, { items, collection }) => {
    const item = await items.create(body);
    let before = await http.readBack(item);
    const writes: StoredWrite[] = [];
    for (const replacement of sortByLength(drawn).slice(0, 2)) {
      const sent = item.prepare(replacement);
      if (!compare.isObject(sent)) continue;
      const write = await storeAndRead(item, { sent, before }, collection, {
        send: () => item.put(sent),
        create: () => items.create(sent, { role: 'control' }),
      });
      if (write) writes.push(write);
      before = write?.after ?? before;
    }
    assume(writes.length > 0, 'setup', 'no PUT was accepted');
    return writes;
  },
  then: judgeStored,
  monitor: monitorWrites('PUT', 'the values that were sent', findUnstored),
  silentIn: ['normalising', 'version-counter', 'put-204', 'etags', 'nullable-30', 'access-statistics'],
});
