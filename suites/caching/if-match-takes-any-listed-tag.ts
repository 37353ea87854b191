import { assume, defineMonitor, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { changeable, conditionalWrites, drawChange, writeChange } from './_shared/change.js';
import { findCurrent, listTags, readTag } from './_shared/reads.js';

/** The control is If-Match with the current entity tag alone, which is accepted. */
export default defineRule({
  clause: 'CACHE-12',
  title: 'If-Match with several entity tags is true if one is current',
  otherwise: 'If-Match with several entity tags was false although one was current',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, changeable, conditionalWrites],
  assumes: ['creation/created-item-is-readable', 'caching/each-change-changes-the-entity-tag'],
  cases: 2,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      first: drawChange(bodies),
      second: drawChange(bodies),
      place: values.oneOf('first', 'last'),
    }),
  when: async ({ body, first, second, place }, tools) => {
    const item = await tools.items.create(body, { role: 'control' });
    const control = (await writeChange(item, first, tools, (await readTag(item, tools)).tag)).exchange;
    const told = `with If-Match of the current entity tag, ${control.method} returned ${control.answer?.status}`;
    assume(http.hasStatus(control, 200, 204), 'no-usable-case', told);
    const { tag, read } = await readTag(item, tools);
    const never = `"assay-${tools.fresh.word()}"`;
    const { exchange } = await writeChange(
      item,
      second,
      tools,
      place === 'first' ? `${tag}, ${never}` : `${never}, ${tag}`,
    );
    const after = await readTag(item, tools);
    // Any entity tag is current (RFC 9110 section 13.1.1).
    const starred = http.hasStatus(exchange, 2) ? (await writeChange(item, first, tools, '*')).exchange : undefined;
    return {
      control,
      read,
      exchange: starred ?? exchange,
      after: starred ? await readTag(item, tools) : after,
      tag: starred ? after.tag : tag,
    };
  },
  then: ({ control, read, exchange, after, tag }) => {
    const { status } = exchange.answer ?? {};
    if (http.hasStatus(exchange, 2)) return held;
    if (!http.hasStatus(exchange, 412)) return inconclusive('setup', `${exchange.method} returned ${status}`);
    if (after.tag !== tag) return inconclusive('noise', 'the entity tag changes without a write');
    return violated({ expected: 'a success', actual: status ?? null, shows: [control, read, exchange, after.read] });
  },
  monitor: defineMonitor({
    expected: 'If-Match with the current entity tag is true',
    on: (exchange, traffic) => {
      const tags = listTags(exchange.fields['if-match']);
      const current = tags.length > 0 ? findCurrent(exchange, traffic) : undefined;
      if (current === undefined || current.tag.startsWith('W/') || !tags.includes(current.tag)) return undefined;
      const isRefused = http.hasStatus(exchange, 412);
      return isRefused ? { flaw: '412 for the current entity tag', shows: [current.read, exchange] } : 'kept';
    },
  }),
  silentIn: ['etags', 'weak-etags', 'put-204', 'version-counter', 'access-bearer'],
});
