import { defineRule, held, http, inconclusive, needs, type Tools, values, violated } from '#rule';
import { createWithKey } from './_shared/creations.js';

/** Where the second creation is refused, or returns the first item, a control under a third key of the same form is sent. */
export default defineRule({
  clause: 'KEY-07',
  title: 'POSTs with keys that differ in one character create two items',
  otherwise: 'Keys that differ in one character were treated as one key',
  touches: 'writes',
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
  silentIn: ['key-sf-string', 'key-in-body', 'keys-required', 'unique-reference', 'key-replays-200'],
});

type FreshValues = Tools['fresh'];

type KeyDifference =
  | 'in the last character'
  | 'in the first character'
  | 'in letter case'
  | 'by one additional character';

/** Two fresh keys that differ as little as possible; those that differ in letter case are no UUIDs. */
function createDifferentKeys(how: KeyDifference, fresh: FreshValues): readonly [string, string] {
  const uuid = fresh.key();
  const text = `${fresh.word()}${fresh.word()}${fresh.word()}`;
  if (how === 'in the last character') return [uuid, uuid.slice(0, -1) + another(uuid.slice(-1))];
  if (how === 'in the first character') return [uuid, another(uuid.slice(0, 1)) + uuid.slice(1)];
  if (how === 'in letter case') return [`a${text.slice(1)}`, `A${text.slice(1)}`];
  return [text.slice(0, -1), text];
}

const another = (digit: string): string => (digit === '0' ? '1' : '0');
