import { assume, compare, defineMonitor, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { getShown, pickMembers } from '../_shared/members.js';
import {
  changeable,
  conditionalWrites,
  drawChange,
  isConditional,
  listChangedMembers,
  writeChange,
} from './_shared/change.js';
import { findCurrent, hasTag, listTags, type OutdatedKind, outdateTag } from './_shared/reads.js';

/** The first change is the control: If-Match with the current entity tag is accepted. */
export default defineRule({
  clause: 'CACHE-03',
  title: 'A write with an outdated If-Match changes nothing',
  otherwise: 'A write with an outdated If-Match changed the item',
  isReportedOnce: true,
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, changeable, conditionalWrites],
  assumes: ['creation/created-item-is-readable', 'caching/changed-representation-does-not-answer-304'],
  cases: 2,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      first: drawChange(bodies),
      second: drawChange(bodies),
      outdating: values.oneOf<OutdatedKind>('was current', 'was never used', 'is one of several'),
    }),
  when: async ({ body, first, second, outdating }, tools) => {
    const item = await tools.items.create(body, { role: 'control' });
    const { written, before, match } = await outdateTag(item, first, outdating, tools);
    const stale = await writeChange(item, second, tools, match);
    const telling = listChangedMembers(stale.sent, before.answer?.json);
    assume(telling.length > 0, 'no-usable-case', 'the second change is the same as the first');
    return { written, before, stale, telling, after: await item.get() };
  },
  then: ({ written, before, stale, telling, after }) => {
    if (!http.hasStatus(after, 200))
      return inconclusive('setup', `GET after the write returned ${after.answer?.status}`);
    const taken = telling.filter((name) => compare.isEquivalent(getShown(after, name), stale.sent[name]));
    if (taken.length === 0) return held;
    const side = ({ answer }: typeof after) => pickMembers(answer?.json, taken);
    return violated({ expected: side(before), actual: side(after), shows: [written, before, stale.exchange, after] });
  },
  monitor: defineMonitor({
    expected: '412, because the entity tag is outdated',
    on: (exchange, traffic) => {
      const [tags, operation] = [listTags(exchange.fields['if-match']), traffic.findOperation(exchange)];
      const isPromised = tags.length > 0 && operation !== undefined && isConditional(operation);
      const current = isPromised ? findCurrent(exchange, traffic) : undefined;
      if (current === undefined || hasTag(tags, current.tag)) return undefined;
      const isDone = http.hasStatus(exchange, 200, 204);
      return isDone
        ? { flaw: `${exchange.method} with an outdated If-Match succeeded`, shows: [current.read, exchange] }
        : 'kept';
    },
  }),
  silentIn: ['etags', 'weak-etags', 'put-204', 'version-counter', 'fresh-for-30-seconds', 'access-bearer'],
});
