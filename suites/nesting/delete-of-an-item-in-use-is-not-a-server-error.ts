import { assume, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { createUsedItem, dependent } from './_shared/used-items.js';

/**
 * An item is created below a new one, or with a reference to it, and DELETE of the latter is sent: it may be refused, or remove both.
 * The control is another one without such items, between two of these requests.
 */
export default defineRule({
  clause: 'ERR-23',
  title: 'DELETE of an item that others depend on is not a server error',
  otherwise: 'DELETE of an item that others depend on is a server error',
  touches: 'deletes',
  watches: 'collection',
  needs: [needs.postable, dependent],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, tools) => {
    const { item, depend } = await createUsedItem(tools);
    const made = await depend(body);
    const isMade = http.hasStatus(made, 200, 201, 204);
    assume(isMade, 'setup', `${made.method} of an item that depends on it returned ${made.answer?.status}`);
    const asked = await item.delete();
    if (!http.hasStatus(asked, 500)) return { made, asked, control: undefined, again: undefined };
    const free = await createUsedItem(tools);
    return { made, asked, control: await free.item.delete(), again: await item.delete() };
  },
  then: ({ made, asked, control, again }) => {
    if (control === undefined || again === undefined)
      return http.hasStatus(asked, 2, 4) ? held : inconclusive('no-answer', `DELETE returned ${asked.answer?.status}`);
    if (!http.hasStatus(control, 200, 204))
      return inconclusive('setup', `DELETE of an item on which none depends returned ${control.answer?.status}`);
    if (!http.hasStatus(again, 500))
      return inconclusive('noise', `DELETE returned 500, and ${again.answer?.status} when it was repeated`);
    return violated({
      expected: 'success, or a 4xx status if the other items must be removed first',
      actual: 'DELETE returned 500 twice, and success for an item on which none depends',
      shows: [made, asked, control, again],
    });
  },
  silentIn: ['order-parts', 'order-parts-numbered', 'parts-keep-their-order', 'order-predecessors'],
});
