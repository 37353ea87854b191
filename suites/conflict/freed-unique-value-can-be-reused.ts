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
import { isConflict } from './_conflict-response.js';
import { replaceUniqueValues } from './_new-unique-values.js';
import {
  createHolder,
  declaredUniqueMembers,
  fillUniqueMembers,
  hasUniqueValues,
  postDuplicateValues,
  writeUniqueValues,
} from './_unique-values.js';

/** The same request is sent before and after; in between, the item that has the value is removed or gets another value. */
export default defineRule({
  clause: 'ERR-20',
  level: 'SHOULD',
  family: 'convention',
  per: 'collection',
  title: 'A unique value can be used again after it was freed',
  otherwise: 'A unique value cannot be used again after it was freed',
  since: '0.1',
  stage: 'stable',
  touches: 'deletes',
  watches: 'item',
  needs: [creatable, readable, declaredUniqueMembers],
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
    const whole = (one: Json) => fillUniqueMembers(collection, one, [body, other, spare]);
    const holder = await createHolder(tools, whole(body));
    const refused = (await postDuplicateValues(tools, holder, whole(other))).exchange;
    const { item, creation } = holder;
    const next = replaceUniqueValues(collection, creation.sent, fresh.word());
    const isRemoved = way === 'DELETE' && Boolean(collection.remove) && collection.deletion.mode === 'hard';
    const isPut = way === 'PUT' || !collection.patch?.request;
    assume(isRemoved || way !== 'DELETE', 'no-usable-case', 'DELETE does not remove items at once');
    const write = isRemoved
      ? await item.delete()
      : await writeUniqueValues(item, isPut ? 'PUT' : 'PATCH', next, tools, whole(body));
    assume(hasStatus(write, 200, 204), 'setup', `${write.method} returned ${write.answer?.status}`);
    const isFreed = (look: typeof write) =>
      isRemoved ? hasStatus(look, 404, 410) : hasUniqueValues(collection, look, next);
    const look = await item.getUntil(isFreed);
    assume(isFreed(look), 'setup', 'the value was not freed');
    const again = await postDuplicateValues(tools, holder, whole(other));
    return { refused, write, asked: again.exchange };
  },
  then: ({ refused, write, asked }, { dialect }) => {
    if (!isConflict(refused, dialect)) return inconclusive('setup', `the duplicate returned ${refused.answer?.status}`);
    if (hasStatus(asked, 2)) return held;
    if (!isConflict(asked, dialect))
      return inconclusive('setup', `the duplicate returned ${asked.answer?.status} after the value was freed`);
    const expected = `success, because ${write.method} freed the value`;
    return violated({ expected, actual: `POST returned ${asked.answer?.status}`, shows: [refused, write, asked] });
  },
  proof: {
    violatedBy: ['removed-orders-keep-their-reference', 'changed-references-stay-taken'],
    silentIn: ['conflict-422', 'soft-delete-410', 'put-204', 'etags'],
  },
});
