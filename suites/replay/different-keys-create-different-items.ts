import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { createWithKey } from './_shared/creations.js';
import { createDifferentKeys, type KeyDifference } from './_shared/different-keys.js';

/** Where the second creation is refused, or returns the first item, a control under a third key of the same form is sent. */
export default defineRule({
  clause: 'KEY-07',
  per: 'collection',
  title: 'POSTs with keys that differ in one character create two items',
  otherwise: 'Keys that differ in one character were treated as one key',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [needs.postable, needs.readable, needs.idempotencyKeyed],
  assumes: ['creation/identity-is-stable', 'replay/repeated-key-creates-one-item'],
  cases: 5,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      differ: values.oneOf<KeyDifference>(
        'in the last character',
        'in letter case',
        'by one additional character',
        'in the first character',
      ),
    }),
  when: async ({ body, differ }, { items, fresh }) => {
    const [key, other] = createDifferentKeys(differ, fresh);
    const first = await createWithKey(key, body, items);
    const second = await items.post(body, { key: other, marked: true });
    const isOne = second.item?.id === first.item.id;
    const isDoubtful = isOne || http.hasStatus(second.exchange, 400, 409, 422);
    const [, third] = createDifferentKeys(differ, fresh);
    const control = isDoubtful ? await items.post(body, { key: third, marked: true, role: 'control' }) : undefined;
    return { first, second, isOne, control, keys: { keys: [key, other] } };
  },
  then: ({ first, second, isOne, control, keys }) => {
    const status = second.exchange.answer?.status ?? null;
    const told = `the creation under the other key returned ${status}`;
    if (control === undefined) return second.item ? held : inconclusive('setup', told);
    if (control.item === undefined) return inconclusive('setup', `${told}, and so did one under a third key`);
    if (control.item.id === first.item.id)
      return inconclusive('noise', 'equal creations create one item, whatever their keys');
    const actual = { ...keys, second: isOne ? 'returned the first item' : `returned ${status}` };
    return violated({ expected: 'two items', actual, shows: [first.exchange, second.exchange] });
  },
  proof: { silentIn: ['key-sf-string', 'key-in-body', 'keys-required', 'unique-reference', 'key-replays-200'] },
});
