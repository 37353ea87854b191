import { compare, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { changeMembers, createWithKey, reformatJson, showsOther } from './_shared/creations.js';

/** A control shows first that the other body is accepted under a key of its own. `turn` is least and greatest in the first cases. */
export default defineRule({
  clause: 'KEY-05',
  title: 'A key sent again with another body is refused',
  otherwise: 'A key sent again with another body was not refused',
  touches: 'writes',
  needs: [needs.postable, needs.readable, needs.idempotencyKeyed],
  assumes: ['replay/repeated-key-creates-one-item', 'replay/key-with-another-payload-creates-no-second-item'],
  cases: 3,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      other: bodies.body(),
      drawn: values.batch(bodies.body(), 9),
      turn: values.integer(0, 11),
    }),
  when: async ({ body: plain, other, drawn, turn }, tools) => {
    const differs = turn === 11 ? 'one' : turn % 2 === 0 ? 'mark' : 'all';
    const { items, fresh, collection } = tools;
    const changed = differs === 'one' ? await changeMembers(drawn, turn, tools) : undefined;
    const { body, payload } = changed ?? { body: plain, payload: differs === 'all' ? other : plain };
    const control = await createWithKey(fresh.key(), payload, items, { role: 'control' });
    const key = fresh.key();
    const first = await createWithKey(key, body, items);
    const send = async (at?: string) => {
      const sent = at && compare.setAtPointer(first.sent, at, compare.getAtPointer(payload, at));
      const text = sent && reformatJson(collection, sent, key);
      return { at, ...(await items.post(payload, { key, ...(text ? { like: first, text } : { marked: true }) })) };
    };
    const seconds = [];
    for (const at of changed?.places ?? [undefined]) seconds.push(await send(at));
    const second = seconds.find(({ exchange }) => http.hasStatus(exchange, 2)) ?? seconds[0] ?? (await send());
    // A member that the service leaves out may be left out of the comparison, too.
    const isOther = second.at
      ? await showsOther(second.at, first, control)
      : !compare.isEquivalent(second.sent, first.sent);
    return { control: control.exchange, first: first.exchange, second: second.exchange, isOther };
  },
  then: ({ first, second, isOther }, { dialect }) => {
    const status = second.answer?.status;
    if (!isOther) return inconclusive('no-usable-case', 'no value of the body could be changed');
    if (dialect.keyMismatch.includes(status ?? 0)) return held;
    if (http.hasStatus(second, 401, 403)) return inconclusive('refused', `the second request returned ${status}`);
    return violated({
      expected: `the second request returns ${dialect.keyMismatch.join(' or ')}`,
      actual: `it returned ${status}`,
      shows: [first, second],
    });
  },
  silentIn: ['key-mismatch-409', 'key-mismatch-replays', 'key-in-body', 'unique-reference'],
});
