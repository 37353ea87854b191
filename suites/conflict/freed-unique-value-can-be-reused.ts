import {
  assume,
  creatable,
  defineRule,
  drawAtRandom,
  hasStatus,
  held,
  inconclusive,
  type Json,
  oneOf,
  readable,
  record,
  violated,
} from '#rule';
import { isConflict } from './_refusal.js';
import { renewed } from './_renewed.js';
import { claim, claimable, hold, isHolding, takeOver, withUnique } from './_unique.js';

/** The same request is sent before and after; what took the value is removed meanwhile, or given another one. */
export default defineRule({
  clause: 'ERR-20',
  level: 'SHOULD',
  family: 'convention',
  per: 'collection',
  title: 'A unique value that was freed can be taken',
  otherwise: 'A unique value that was freed cannot be taken',
  since: '0.1',
  stage: 'stable',
  touches: 'deletes',
  watches: 'item',
  needs: [creatable, readable, claimable],
  assumes: [
    'creation/created-item-is-readable',
    'idempotency/deleted-item-is-gone',
    'conflict/taken-unique-value-answers-409',
  ],
  cases: 3,
  given: (bodies) =>
    record({
      body: bodies.body(),
      other: bodies.body(),
      spare: drawAtRandom(bodies.body()),
      way: oneOf<'DELETE' | 'PUT' | 'PATCH'>('DELETE', 'PUT', 'PATCH'),
    }),
  when: async ({ body, other, spare, way }, tools) => {
    const { collection, fresh } = tools;
    const whole = (one: Json) => withUnique(collection, one, [body, other, spare]);
    const holder = await hold(tools, whole(body));
    const refused = (await claim(tools, holder, whole(other))).exchange;
    const { item, creation } = holder;
    const next = renewed(collection, creation.sent, fresh.word());
    const isRemoved = way === 'DELETE' && Boolean(collection.remove) && collection.deletion.mode === 'hard';
    const isPut = way === 'PUT' || !collection.patch?.request;
    assume(isRemoved || way !== 'DELETE', 'no-usable-case', 'nothing is removed at once here');
    const write = isRemoved
      ? await item.delete()
      : await takeOver(item, isPut ? 'PUT' : 'PATCH', next, tools, whole(body));
    assume(hasStatus(write, 200, 204), 'setup', `${write.method} was answered ${write.answer?.status}`);
    const isFreed = (look: typeof write) => (isRemoved ? hasStatus(look, 404, 410) : isHolding(collection, look, next));
    const look = await item.getUntil(isFreed);
    assume(isFreed(look), 'setup', 'the value was not freed');
    const again = await claim(tools, holder, whole(other));
    return { refused, write, asked: again.exchange };
  },
  then: ({ refused, write, asked }, { dialect }) => {
    if (!isConflict(refused, dialect)) return inconclusive('setup', `a claim was answered ${refused.answer?.status}`);
    if (hasStatus(asked, 2)) return held;
    const { status } = asked.answer ?? {};
    if (!isConflict(asked, dialect))
      return inconclusive('setup', `the claim, repeated when the value was free, was answered ${status}`);
    const expected = `success, now that ${write.method} has freed the value`;
    return violated({ expected, actual: `POST answers ${status}`, shows: [refused, write, asked] });
  },
  proof: {
    violatedBy: ['removed-orders-keep-their-reference', 'changed-references-stay-taken'],
    silentIn: ['conflict-422', 'soft-delete-410', 'put-204', 'etags'],
  },
});
