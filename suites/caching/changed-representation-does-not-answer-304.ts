import { assume, compare, defineMonitor, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { pickSides } from '../_shared/findings.js';
import { changeable, drawChange, writeChange } from './_shared/change.js';
import { findCurrent, hasTag, listTags, readIfNoneMatch, readTag } from './_shared/reads.js';

/** A control shows that the representation changed before the old entity tag is sent. */
export default defineRule({
  clause: 'CACHE-05',
  title: 'If-None-Match with an outdated entity tag does not return 304',
  otherwise: 'GET returned 304 although the representation had changed',
  touches: 'writes',
  reusedItems: 1,
  isPastCaches: true,
  needs: [needs.creatable, needs.readable, changeable],
  assumes: ['creation/created-item-is-readable', 'safety/get-does-not-change-the-item'],
  cases: 3,
  given: (bodies) => values.record({ body: bodies.body(), change: drawChange(bodies) }),
  when: async ({ body, change }, tools) => {
    const item = await tools.items.create(body, { role: 'control' });
    const { read, tag } = await readTag(item, tools);
    const { exchange: written } = await writeChange(item, change, tools);
    const told = `${written.method} returned ${written.answer?.status}`;
    assume(http.hasStatus(written, 200, 204), http.hasStatus(written, 401, 403) ? 'refused' : 'setup', told);
    const changed = await item.getUntil(({ answer }) => answer?.text !== read.answer?.text);
    return { read, written, changed, asked: await readIfNoneMatch(item, tag, tools) };
  },
  then: ({ read, written, changed, asked }, { withoutBookkeeping }) => {
    if (!http.hasStatus(changed, 200)) return inconclusive('setup', `GET returned ${changed.answer?.status}`);
    const moved = compare.findDifferences(
      withoutBookkeeping(read.answer?.json),
      withoutBookkeeping(changed.answer?.json),
    );
    if (moved.length === 0) return inconclusive('no-usable-case', 'the change did not alter the representation');
    if (!http.hasStatus(asked, 304)) return held;
    if (http.isCached(asked)) return inconclusive('noise', 'a cache answered instead of the service');
    const { expected: old, actual: current } = pickSides(moved);
    return violated({
      summary: 'If-None-Match with the old entity tag returned 304, although the representation has changed',
      expected: { status: 200, ...current },
      actual: { status: 304, ...old },
      shows: [read, written, asked],
    });
  },
  monitor: defineMonitor({
    expected: '200, because the entity tag is outdated',
    on: (exchange, traffic) => {
      const tags = listTags(exchange.fields['if-none-match']);
      const current = exchange.method === 'GET' && tags.length > 0 ? findCurrent(exchange, traffic) : undefined;
      if (current === undefined || hasTag(tags, current.tag)) return undefined;
      const isKept = http.hasStatus(exchange, 304) && !http.isCached(exchange);
      return isKept ? { flaw: `304 for an outdated entity tag`, shows: [current.read, exchange] } : 'kept';
    },
  }),
  silentIn: ['etags', 'weak-etags', 'time-in-the-body', 'version-counter', 'put-204', 'fresh-for-30-seconds'],
});
