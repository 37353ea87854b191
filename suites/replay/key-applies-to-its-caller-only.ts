import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { createWithKey, removeAsCaller } from './_shared/creations.js';

/** The other caller sends the same body and key: a service that ignores the caller returns the item of the first one. */
export default defineRule({
  clause: 'KEY-08',
  title: 'A key does not give one caller the item of another',
  otherwise: 'A key gave one caller the item of another',
  touches: 'deletes',
  needs: [needs.postable, needs.readable, needs.idempotencyKeyed, needs.credentialsFor('otherTenant')],
  assumes: ['creation/identity-is-stable', 'replay/repeated-key-creates-one-item'],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, tools) => {
    const { items, fresh } = tools;
    const createTwice = async (isMinimal: boolean) => {
      const key = fresh.key();
      const first = await createWithKey(key, body, items, { isMinimal });
      return { first, second: await items.post(body, { like: first, as: 'otherTenant', key }) };
    };
    const whole = await createTwice(false);
    // What the body refers to may be known for the first caller only.
    const isRefused = http.hasStatus(whole.second.exchange, 400, 404, 422);
    const { first, second } = isRefused ? await createTwice(true) : whole;
    const other = { like: first, as: 'otherTenant' } as const;
    const isOne = second.item?.id === first.item.id;
    const post = (making: object) => items.post(body, { ...making, key: fresh.key(), role: 'control' });
    const equal = isOne ? await post(other) : undefined;
    const control = isOne && !equal?.item ? await post({ as: other.as, isMinimal: true }) : equal;
    for (const made of isOne ? [control?.item] : [second.item]) await removeAsCaller('otherTenant', made, tools);
    return { first, second, isOne, control };
  },
  then: ({ first, second, isOne, control }) => {
    const status = second.exchange.answer?.status;
    if (http.hasStatus(second.exchange, 401, 403)) return inconclusive('refused', `the other caller got ${status}`);
    if (!http.hasStatus(second.exchange, 2) || second.item === undefined)
      return inconclusive('setup', `the creation of the other caller returned ${status}`);
    if (!isOne) return held;
    if (control?.item === undefined || control.item.id === first.item.id)
      return inconclusive('noise', 'equal creations create one item, whatever their keys');
    return violated({
      expected: 'an item of its own for the other caller',
      actual: { id: first.item.id, madeBy: 'the first caller' },
      shows: [first.exchange, second.exchange],
    });
  },
  silentIn: ['access-bearer', 'access-basic', 'access-api-key', 'access-query-key', 'hides-existence'],
});
