import { defineRule, held, inconclusive, needs, values, violated } from '#rule';
import { monitorKeys } from '../_shared/recorded-keys.js';
import { findInList, isExisting } from './_shared/count-items.js';
import { createWithKey } from './_shared/creations.js';

/** The second body differs in everything, or only in its marker, for which the list is searched. */
export default defineRule({
  clause: 'KEY-04',
  title: 'A key sent again with another body creates no second item',
  otherwise: 'A key sent again with another body created a second item',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.postable, needs.readable, needs.idempotencyKeyed],
  assumes: ['creation/identity-is-stable', 'replay/repeated-key-creates-one-item'],
  cases: 3,
  given: (bodies) =>
    values.record({ body: bodies.body(), other: bodies.body(), differs: values.oneOf<'all' | 'mark'>('all', 'mark') }),
  when: async ({ body, other, differs }, tools) => {
    const { items, fresh } = tools;
    const first = await createWithKey(fresh.key(), body, items);
    const { key } = first;
    const second = await items.post(differs === 'all' ? other : body, { key, marked: true, isInvalid: true });
    const isNamed = second.item !== undefined && second.item.id !== first.item.id;
    const isMade = isNamed && second.item ? await isExisting(items, { ...second, item: second.item }) : false;
    const listed = isMade ? undefined : await findInList(tools, [second], first.mark);
    return { first, second, isMade, listed };
  },
  then: ({ first, second, isMade, listed }) => {
    const shows = [first.exchange, second.exchange];
    const others = (listed?.ids ?? []).filter((id) => id !== first.item.id);
    if (isMade || others.length > 0)
      return violated({
        expected: 'only the item that was created first under the key',
        actual: { second: second.item?.id ?? others[0] ?? null },
        shows: isMade ? shows : [...shows, ...(listed?.shows ?? [])],
      });
    if (second.item?.id === first.item.id || listed?.isWhole) return held;
    return inconclusive('no-usable-case', 'neither the response nor a list shows whether an item was created');
  },
  monitor: monitorKeys(({ isSame }) => !isSame),
  silentIn: ['key-mismatch-409', 'key-mismatch-replays', 'key-in-body', 'unique-reference', 'key-replays-current'],
});
