import { assume, compare, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { createTwoNests, moveBelow, nested, writeAstray } from './_shared/below.js';

/** The writes name an item below a parent that has no such item, or another one. Its own parent must stay, too. */
export default defineRule({
  clause: 'RES-06',
  title: 'A write below another parent does not reach the item',
  otherwise: 'A write below another parent changed or removed the item',
  touches: 'deletes',
  needs: [needs.creatable, needs.readable, needs.markable, nested],
  assumes: ['creation/created-item-is-readable', 'idempotency/delete-does-not-change-other-items'],
  cases: 1,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      methods: values.batch(values.oneOf<'PUT' | 'PATCH' | 'DELETE'>('PUT', 'PATCH', 'DELETE'), 3),
    }),
  when: async ({ body, methods }, tools) => {
    const [own, other] = await createTwoNests(tools.related.nest);
    const item = await own.items.create(body, { marked: true });
    const before = await http.readBack(item);
    const path = moveBelow(item, own.collection, other.collection);
    const writes = [];
    for (const method of methods) writes.push(...(await writeAstray(method, path, item.sent, tools)));
    assume(writes.length > 0, 'no-usable-case', 'the collection offers no writes of items');
    const reads = { after: await item.get(), parent: await own.parent.get() };
    return { marker: tools.collection.marker ?? '', before, writes, ...reads };
  },
  then: ({ marker, before, writes, after, parent }) => {
    const shows = [before, ...writes];
    const gone = [after, parent].find((read) => http.hasStatus(read, 404, 410));
    const expected = 'the item is unchanged';
    if (gone)
      return violated({
        expected,
        actual: `GET ${gone.path} returned ${gone.answer?.status}`,
        shows: [...shows, gone],
      });
    if (!http.hasStatus(after, 200)) return inconclusive('setup', `GET returned ${after.answer?.status}`);
    const [was, is] = [before, after].map(({ answer }) => compare.getAtPointer(answer?.json, marker) ?? null);
    return compare.isEquivalent(was, is)
      ? held
      : violated({ expected: { [marker]: was ?? null }, actual: { [marker]: is ?? null }, shows: [...shows, after] });
  },
  silentIn: ['order-parts', 'order-parts-numbered', 'order-parts-counted'],
});
