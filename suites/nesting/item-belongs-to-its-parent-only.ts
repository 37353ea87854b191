import { assume, compare, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { createTwoNests, listWithFilters, moveBelow, nested } from './_shared/below.js';

/**
 * Each of two parents gets two items with markers. The list below the other one is read with filters, too. Where ids count within
 * a parent, another item may have the address.
 */
export default defineRule({
  clause: 'RES-06',
  title: 'An item exists below the parent under which it was created',
  otherwise: 'An item was found or listed below another parent',
  touches: 'writes',
  watches: 'collection',
  needs: [needs.creatable, needs.readable, needs.markable, nested],
  assumes: ['creation/created-item-is-readable'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { related, client }) => {
    const [own, other] = await createTwoNests(related.nest);
    const creations = [];
    for (const { items } of [own, own, other, other]) creations.push(await items.post(body, { marked: true }));
    const [first, second, ...others] = creations;
    assume(first?.item !== undefined && second !== undefined, 'setup', 'no item was created');
    const read = await http.readBack(first.item);
    assume(read.answer?.text.includes(first.mark) === true, 'no-usable-case', 'GET does not show the marker');
    const path = moveBelow(first.item, own.collection, other.collection);
    const astray = await client.send({ method: 'GET', path, headers: { 'cache-control': 'no-cache' } });
    const lists = await listWithFilters(other, read);
    const marks = [first.mark, second.mark];
    const isListed = others.some(({ mark }) => lists[0] && compare.isListed(lists[0], mark));
    return { read, astray, lists, marks, isListed };
  },
  then: ({ read, astray, lists, marks, isListed }) => {
    const expected = 'an item is found below its own parent only';
    const [mark = ''] = marks;
    if (http.hasStatus(astray, 200) && astray.answer?.text.includes(mark))
      return violated({ expected, actual: `GET ${astray.path} returned it`, shows: [read, astray] });
    const [stray] = lists.flatMap((list) => marks.flatMap((one) => compare.findMarkedPages(list, one).slice(0, 1)));
    if (stray !== undefined) {
      const shows = [read, stray];
      return violated({ expected, actual: 'the list below another parent shows it', shows });
    }
    if (http.hasStatus(astray, 401, 403, 429)) return inconclusive('refused', `GET returned ${astray.answer?.status}`);
    return lists.length === 0 || isListed ? held : inconclusive('setup', 'the list does not show the created items');
  },
  silentIn: ['order-parts', 'order-parts-numbered', 'order-parts-counted'],
});
