import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { createTwoNests, deletesWith, nested } from './_shared/below.js';

/** The addresses of the removed item, of an item below it, and of their list. Another parent and its item are the control. */
export default defineRule({
  clause: 'DEL-02',
  title: 'Items below a removed item are gone, where DELETE is declared to cascade',
  otherwise: 'An item below a removed item is still there',
  touches: 'deletes',
  watches: 'collection',
  needs: [needs.creatable, needs.readable, nested, deletesWith('cascade')],
  assumes: ['creation/created-item-is-readable', 'idempotency/deleted-item-is-gone'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { related }) => {
    const [one, other] = await createTwoNests(related.nest);
    const { parent } = one;
    const item = await one.items.create(body, { role: 'control' });
    const kept = await other.items.create(body, { role: 'control' });
    const [below, before] = [await http.readBack(item), await http.readBack(kept)];
    const asked = await parent.delete();
    const isGone = (look: typeof asked) => http.hasStatus(look, 404, 410);
    return {
      below,
      before,
      asked,
      after: await parent.getUntil(isGone),
      child: await item.getUntil(isGone),
      kept: await kept.get(),
    };
  },
  then: ({ below, before, asked, after, child, kept }) => {
    if (!http.hasStatus(asked, 200, 204) || !http.hasStatus(after, 404, 410))
      return inconclusive('setup', `DELETE returned ${asked.answer?.status}, and GET ${after.answer?.status}`);
    if ([child, kept].some(http.isCached)) return inconclusive('noise', 'a cache answered instead of the service');
    if (http.hasStatus(child, 200))
      return violated({ expected: 'status 404', actual: 'status 200', shows: [below, asked, child] });
    if (http.hasStatus(kept, 404, 410))
      return violated({
        expected: 'items below another item are kept',
        actual: `status ${kept.answer?.status}`,
        shows: [before, asked, kept],
      });
    return http.hasStatus(child, 404, 410) ? held : inconclusive('setup', `GET returned ${child.answer?.status}`);
  },
  silentIn: ['order-parts', 'order-parts-numbered', 'parts-keep-their-order'],
});
