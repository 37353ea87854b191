import { assume, defineRule, held, http, needs, values, violated } from '#rule';
import { pickMembers } from '../_shared/members.js';
import { findKeptMember, monitorWrites } from '../_shared/recorded-writes.js';
import { createWithout, findKept, hasEqualMember, putWithoutSome, selectByMembers } from './_shared/omitted-members.js';
import { hasChanged, judgeInvisible, writeUntilVisible } from './_shared/write-effect.js';

/** Every other case replaces an item with many members by few. A kept member is a violation only if PUT stores it when it is sent, and a new item does not show the same value by default. */
export default defineRule({
  clause: 'PUT-03',
  title: 'PUT replaces the whole item',
  otherwise: 'PUT kept a member that its body omits',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, needs.replaceable],
  assumes: ['creation/created-item-is-readable', 'creation/created-item-has-the-sent-values'],
  cases: 4,
  given: (bodies) =>
    values.record({
      drawn: values.batch(bodies.body(), 3),
      replacement: bodies.replacement(),
      which: values.integer(0, 11),
      others: values.batch(bodies.replacement(), 6),
    }),
  when: async ({ drawn, replacement, which, others }, tools) => {
    const { items, collection } = tools;
    const isApart = which % 2 === 1;
    const item = await items.create(isApart ? selectByMembers(drawn, 'most') : (drawn[0] ?? null));
    const read = await http.readBack(item);
    const content = isApart ? selectByMembers([replacement, ...others], 'fewest') : replacement;
    const omission = await putWithoutSome(item, content, which);
    const after = await item.getUntil((exchange) => http.hasStatus(exchange, 200));
    assume(http.hasStatus(after, 200), 'setup', `GET after PUT returned ${after.answer?.status}`);
    const isSeen = hasChanged([item.sent, omission.sent], read, after);
    const insisted = isSeen ? undefined : await writeUntilVisible(item, read, [omission.sent, ...others], tools);
    const kept = findKept(omission, read.answer?.json, after.answer?.json);
    const isDone = kept.length === 0 || (insisted && insisted.effect !== 'concurrently');
    const defaults = isDone ? undefined : await createWithout({ items, collection }, item.sent, kept);
    return { made: item.createdBy, read, put: omission.put, after, insisted, kept, defaults };
  },
  then: ({ made, read, put, after, insisted, kept, defaults }) => {
    const ignored = insisted && judgeInvisible(insisted, read);
    if (ignored) return ignored;
    const [before, fresh, filled] = [read, defaults?.fresh, defaults?.filled].map((look) => look?.answer?.json);
    const wrong = (defaults?.left ?? kept).filter(
      (name) => hasEqualMember(name, before, filled) && !hasEqualMember(name, before, fresh),
    );
    if (wrong.length === 0) return held;
    const [expected, actual] = [pickMembers(fresh, wrong), pickMembers(after.answer?.json, wrong)];
    return violated({ expected, actual, shows: [made, put, after] });
  },
  monitor: monitorWrites('PUT', 'no member that PUT omits', findKeptMember),
  silentIn: ['normalising', 'version-counter', 'put-204', 'etags', 'nullable-30', 'access-statistics'],
});
