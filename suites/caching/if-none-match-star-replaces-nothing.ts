import { assume, compare, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { getShown, pickMembers } from '../_shared/members.js';
import { findReads, findStatus, monitorAfter } from '../_shared/recorded-sequences.js';
import { listChangedMembers, type WrittenChange, writeChange } from './_shared/change.js';

const creatingPut = needs.defineNeed('collection', {
  name: 'conditional creation by PUT',
  reason: 'the document does not name If-None-Match for PUT of an item, or 412 for a PUT that creates items',
  enable: '--openapi',
  isMet: ({ replace }) => {
    const { request, statuses = [], parameters = [] } = replace ?? {};
    const isNamed = parameters.some(({ name }) => /^if-none-match$/i.test(name));
    return request !== undefined && (isNamed || (statuses.includes(201) && statuses.includes(412)));
  },
});

/** The control is the same kind of PUT without a condition, which succeeds before. */
export default defineRule({
  clause: 'CACHE-10',
  title: 'PUT with If-None-Match: * does not replace an item that exists',
  otherwise: 'PUT with If-None-Match: * replaced an item that exists',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, creatingPut],
  assumes: ['creation/created-item-is-readable'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), replacements: values.batch(bodies.replacement(), 2) }),
  when: async ({ body, replacements: [first = body, second = first] }, tools) => {
    const item = await tools.items.create(body, { role: 'control' });
    const put = (replacement: typeof body, field?: string): Promise<WrittenChange> =>
      writeChange(item, { way: 'PUT', extent: 'word', replacement, patch: {} }, tools, undefined, field);
    const control = await put(first);
    assume(http.hasStatus(control.exchange, 200, 204), 'setup', `PUT returned ${control.exchange.answer?.status}`);
    const before = await http.readBack(item);
    const { sent, exchange: asked } = await put(second, '*');
    const telling = listChangedMembers(sent, before.answer?.json);
    assume(telling.length > 0, 'no-usable-case', 'the second replacement is the same as the first');
    return { before, asked, sent, telling, after: await item.get() };
  },
  then: ({ before, asked, sent, telling, after }) => {
    if (!http.hasStatus(after, 200))
      return inconclusive('setup', `GET after the write returned ${after.answer?.status}`);
    const taken = telling.filter((name) => compare.isEquivalent(getShown(after, name) ?? 'absent', sent[name] ?? null));
    if (taken.length === 0) return held;
    const side = ({ answer }: typeof after) => pickMembers(answer?.json, taken);
    return violated({ expected: side(before), actual: side(after), shows: [before, asked, after] });
  },
  monitor: monitorAfter(
    '412, because the item exists',
    (exchange, traffic) =>
      exchange.method === 'PUT' && exchange.fields['if-none-match']?.trim() === '*'
        ? findReads(exchange, traffic)
        : undefined,
    findStatus(200, 204),
  ),
  silentIn: ['etags', 'put-creates', 'put-204', 'version-counter'],
});
