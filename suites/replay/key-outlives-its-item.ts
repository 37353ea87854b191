import { assume, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { createWithKey, declaredLifetime } from './_shared/creations.js';

/** A client that repeats a creation late must not bring back what was removed. The first response, and a refusal, are legal. */
export default defineRule({
  clause: 'KEY-01',
  title: 'A key is still known after its item was removed',
  otherwise: 'A key created another item after the first one was removed',
  doubt: 'A service may forget a key with the item that it created.',
  touches: 'deletes',
  needs: [needs.postable, needs.readable, needs.removable, needs.idempotencyKeyed, declaredLifetime],
  assumes: [
    'creation/created-item-is-readable',
    'replay/repeated-key-creates-one-item',
    'idempotency/deleted-item-is-gone',
  ],
  cases: 1,
  given: (bodies) => values.record({ drawn: values.batch(bodies.body(), 3) }),
  when: async ({ drawn }, { items, fresh }) => {
    const [body = null] = [...drawn].sort((a, b) => JSON.stringify(b).length - JSON.stringify(a).length);
    const key = fresh.key();
    const first = await createWithKey(key, body, items);
    const removed = await first.item.delete();
    assume(http.hasStatus(removed, 200, 204), 'setup', `DELETE returned ${removed.answer?.status}`);
    const gone = await first.item.getUntil((look) => http.hasStatus(look, 404, 410));
    assume(http.hasStatus(gone, 404, 410), 'setup', `GET after DELETE returned ${gone.answer?.status}`);
    const again = await items.post(body, { key, like: first });
    const other = again.item?.path === first.item.path ? undefined : await again.item?.get();
    return { removed, again: again.exchange, other, look: await first.item.get() };
  },
  then: ({ removed, again, other, look }) => {
    if (http.hasStatus(again, 401, 403))
      return inconclusive('refused', `the repetition returned ${again.answer?.status}`);
    if (http.hasStatus(again, 5)) return inconclusive('no-answer', `the repetition returned ${again.answer?.status}`);
    const found = [look, other].find((one) => one !== undefined && http.hasStatus(one, 200));
    if (found === undefined) return held;
    if (http.isCached(found)) return inconclusive('noise', 'a cache answered instead of the service');
    return violated({
      expected: 'no item',
      actual: `GET returned 200 for ${found.path}`,
      shows: [removed, again, found],
    });
  },
  silentIn: ['key-replays-200', 'key-replays-current', 'key-in-flight-409', 'keys-for-a-day'],
});
