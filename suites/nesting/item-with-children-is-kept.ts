import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { deletesWith, nested } from './_shared/below.js';

/** An item is created below a new parent, and DELETE of the parent is sent. The control is another parent without items. */
export default defineRule({
  clause: 'ERR-11',
  title: 'DELETE of an item that has items below it returns 409, where that is declared',
  otherwise: 'DELETE of an item that has items below it did not return 409',
  touches: 'deletes',
  watches: 'collection',
  needs: [needs.creatable, needs.readable, nested, deletesWith('refuse')],
  assumes: ['creation/created-item-is-readable'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { related }) => {
    const { parent, items } = await related.nest();
    const item = await items.create(body, { role: 'control' });
    const below = await http.readBack(item);
    const asked = await parent.delete();
    const [after, child] = [await parent.get(), await item.get()];
    const empty = await related.nest();
    const isOdd = http.hasStatus(asked, 4) && !http.hasStatus(asked, 409);
    const control = isOdd ? await empty.parent.delete() : undefined;
    return { below, asked, after, child, isRight: control !== undefined && http.hasStatus(control, 2) };
  },
  then: ({ below, asked, after, child, isRight }, { dialect }) => {
    const isLost = [after, child].some((look) => http.hasStatus(look, 404, 410));
    const shows = [below, asked, http.hasStatus(child, 404, 410) ? child : after];
    const expected = `${dialect.conflict.join(' or ')}, because the item has items below it`;
    const told = `DELETE returned ${asked.answer?.status}`;
    if ([after, child].some(http.isCached)) return inconclusive('noise', 'a cache answered instead of the service');
    if (http.hasStatus(asked, 2, ...dialect.conflict) && isLost)
      return violated({ expected, actual: `${told}, and GET afterwards returned 404`, shows });
    if (http.hasStatus(asked, 4) && !http.hasStatus(asked, ...dialect.conflict) && isRight)
      return violated({ expected, actual: told, shows: [below, asked] });
    return http.hasStatus(asked, ...dialect.conflict) ? held : inconclusive('setup', told);
  },
  silentIn: ['parts-keep-their-order', 'order-parts', 'order-parts-numbered'],
});
