import { creatable, defineRule, type Exchange, held, patchable, readable, record, replaceable, violated } from '#rule';
import { malformed } from './_malformed-json.js';
import { findFlaw, listDeclaredStatuses } from './_statuses.js';

/** Requests of the life of an item, with some that must fail. Conditional and range requests are not sent. */
export default defineRule({
  clause: 'ERR-14',
  level: 'SHOULD',
  family: 'http',
  per: 'collection',
  title: 'Statuses are registered and match the request',
  otherwise: 'A status is not registered, or does not match the request',
  since: '0.1',
  stage: 'stable',
  touches: 'deletes',
  watches: 'item',
  needs: [creatable, readable],
  assumes: ['safety/head-does-not-change-the-item'],
  cases: 1,
  given: (bodies) => record({ body: bodies.body(), replacement: bodies.replacement() }),
  when: async ({ body, replacement }, tools) => {
    const { items, http, collection } = tools;
    const item = await items.create(body);
    const post = async (text: string) => (await items.post(body, { text })).exchange;
    const tour: Exchange[] = [item.createdBy, await item.get(), await item.head()];
    if (collection.list) tour.push(await http.send({ method: 'GET', path: items.firstPage(null) }));
    if (replaceable.isMet(collection)) tour.push(await item.put(item.prepare(replacement)));
    if (patchable.isMet(collection)) tour.push(await item.patch({}));
    tour.push(await post(malformed.cut(JSON.stringify(body))), await post('"assay"'));
    if (collection.remove) {
      const nothing = await items.getUnknown(body);
      tour.push(await nothing.get(), await nothing.delete(), await item.delete(), await item.get());
    }
    return { tour };
  },
  then: ({ tour }, { dialect, collection }) => {
    const known = [...dialect.extraStatuses, ...listDeclaredStatuses(collection)];
    const odd = tour.find((exchange) => findFlaw(exchange, known) !== undefined);
    if (odd === undefined) return held;
    return violated({
      expected: 'a registered status that matches the request',
      actual: findFlaw(odd, known) ?? null,
      shows: [odd],
    });
  },
  proof: {
    violatedBy: ['content-that-is-no-object-answers-460', 'delete-of-an-unknown-order-answers-470'],
    silentIn: [
      'etags',
      'pagination-range',
      'put-creates',
      'second-delete-204',
      'soft-delete-410',
      'fresh-for-30-seconds',
    ],
  },
});
