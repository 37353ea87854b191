import { type Creation, defineRule, needs, values } from '#rule';
import { monitorKeys } from '../_shared/recorded-keys.js';
import { countItems, judgeItemCount } from './_shared/count-items.js';
import { createWithKey, omitUniqueMembers, reformatJson } from './_shared/creations.js';

/**
 * The repetition has the same content, possibly with its members in another order; creations under other keys may
 * come in between.
 */
export default defineRule({
  clause: 'KEY-01',
  title: 'A POST repeated with its key creates one item',
  otherwise: 'A POST repeated with its key created another item',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.postable, needs.readable, needs.idempotencyKeyed],
  assumes: ['creation/created-item-is-readable', 'creation/identity-is-stable'],
  cases: 3,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      times: values.integer(1, 4),
      others: values.integer(0, 2),
      spelling: values.oneOf<'same' | 'other'>('same', 'other'),
    }),
  when: async ({ body, times, others, spelling }, tools) => {
    const { items, fresh, collection } = tools;
    const first = await createWithKey(fresh.key(), await omitUniqueMembers(body, tools), items);
    const { key } = first;
    const between = [];
    // Where items stay, others are not created for this.
    while (collection.remove && between.length < others) between.push(await items.post(body, { key: fresh.key() }));
    const text = spelling === 'other' ? { text: reformatJson(collection, first.sent, key) } : {};
    const again: Creation[] = [];
    // Each repetition that does not name the first item may have left one.
    const mayRepeat = () => collection.remove || again.every(({ item }) => item?.id === first.item.id);
    while (again.length < times && mayRepeat()) again.push(await items.post(body, { key, like: first, ...text }));
    const sent = [first, ...between, ...again].map(({ exchange }) => exchange);
    return { sent, census: await countItems(tools, [first, ...again]) };
  },
  then: ({ sent, census }) => judgeItemCount(census, sent),
  monitor: monitorKeys(({ isSame, isConcurrent }) => isSame && !isConcurrent),
  silentIn: [
    'key-replays-200',
    'key-replays-current',
    'key-in-flight-409',
    'key-sf-string',
    'key-in-body',
    'keys-required',
    'unique-reference',
    'created-location-only',
    'pagination-offset',
  ],
});
