import { assume, compare, defineRule, http, needs, values } from '#rule';
import { findUnstored, monitorWrites } from '../_shared/recorded-writes.js';
import { judgeStored, type StoredWrite, sortByLength, storeAndRead } from './_shared/stored-values.js';
import { chooseLargest, updatable } from './_shared/unchanged-item.js';

/** The control is a creation with the same values: what that normalises, PATCH may normalise, too. */
export default defineRule({
  clause: 'PAT-07',
  title: 'PATCH stores the values that it sends',
  otherwise: 'PATCH stored another value than it sent',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, updatable],
  assumes: ['creation/created-item-is-readable', 'idempotency/patch-is-acknowledged'],
  cases: 1,
  given: (bodies) => values.record({ drawn: values.batch(bodies.body(), 3), patches: values.batch(bodies.patch(), 8) }),
  when: async ({ drawn, patches }, { items, collection }) => {
    const item = await items.create(chooseLargest(drawn));
    let before = await http.readBack(item);
    let whole = compare.isObject(item.sent) ? item.sent : {};
    const writes: StoredWrite[] = [];
    for (const patch of sortByLength(patches).slice(0, 2)) {
      // A merge patch keeps what an object has besides.
      const plain = Object.entries(http.preparePatch(item, patch)).filter(([, value]) => !compare.isObject(value));
      const sent = Object.fromEntries(plain);
      const write = await storeAndRead(item, { sent, before }, collection, {
        send: () => item.patch(sent),
        create: () => items.create({ ...whole, ...sent }, { role: 'control' }),
      });
      if (write) writes.push(write);
      // The next control has what this patch stored: what a service allows may depend on it.
      if (write) whole = { ...whole, ...sent };
      before = write?.after ?? before;
    }
    assume(writes.length > 0, 'setup', 'no PATCH was accepted');
    return writes;
  },
  then: judgeStored,
  monitor: monitorWrites('PATCH', 'the values that were sent', findUnstored),
  silentIn: ['normalising', 'version-counter', 'put-204', 'etags', 'nullable-30', 'access-statistics'],
});
