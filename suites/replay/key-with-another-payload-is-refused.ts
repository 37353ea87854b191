import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { changeOneMember, createWithKey } from './_shared/creations.js';

/** A control shows first that the other body is accepted under a key of its own. */
export default defineRule({
  clause: 'KEY-05',
  level: 'SHOULD',
  family: 'http',
  per: 'collection',
  title: 'A key sent again with another body is refused',
  otherwise: 'A key sent again with another body was not refused',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [needs.postable, needs.readable, needs.idempotencyKeyed],
  assumes: ['replay/repeated-key-creates-one-item', 'replay/key-with-another-payload-creates-no-second-item'],
  cases: 4,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      other: bodies.body(),
      drawn: values.batch(bodies.body(), 4),
      differs: values.oneOf<'all' | 'mark' | 'one'>('all', 'mark', 'one', 'mark'),
      turn: values.integer(0, 11),
    }),
  when: async ({ body: plain, other, drawn, differs, turn }, tools) => {
    const { items, fresh } = tools;
    const pair =
      differs === 'one' ? await changeOneMember(drawn, turn, tools) : [plain, differs === 'all' ? other : plain];
    const [body = null, payload = null] = pair;
    const control = await createWithKey(fresh.key(), payload, items, { role: 'control' });
    const key = fresh.key();
    const first = await createWithKey(key, body, items);
    const second = await items.post(payload, { key, marked: true });
    const isOther = JSON.stringify(second.sent) !== JSON.stringify(first.sent);
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
  proof: { silentIn: ['key-mismatch-409', 'key-mismatch-replays', 'key-in-body', 'unique-reference'] },
});
