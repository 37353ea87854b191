import {
  type Collection,
  type definePassiveRule,
  defineRule,
  type Exchange,
  held,
  http,
  needs,
  values,
  violated,
} from '#rule';
import { malformed } from './_shared/content.js';

/** The same for every response of a run to a request without condition and range. */
const everyStatus: Parameters<typeof definePassiveRule>[0]['observes'] = {
  concerns: ({ answer, fields }) => answer !== undefined && !/(^|,)(if-|range(,|$))/i.test(Object.keys(fields).join()),
  findFlaw: (exchange, { dialect, declaredStatuses }) =>
    http.findStatusFlaw(exchange, [...(dialect?.extraStatuses ?? []), ...declaredStatuses]),
  expected: 'a registered status that matches the request',
};

/** Requests of the life of an item, with some that must fail. Conditional and range requests are not sent. */
export default defineRule({
  clause: 'ERR-14',
  title: 'Statuses are registered and match the request',
  otherwise: 'A status is not registered, or does not match the request',
  touches: 'deletes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable],
  assumes: ['safety/head-does-not-change-the-item'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), replacement: bodies.replacement() }),
  when: async ({ body, replacement }, tools) => {
    const { items, client, collection } = tools;
    const item = await items.create(body);
    const post = async (text: string) => (await items.post(body, { text })).exchange;
    const tour: Exchange[] = [item.createdBy, await item.get(), await item.head()];
    if (collection.list) tour.push(await client.send({ method: 'GET', path: items.firstPage(null) }));
    if (needs.replaceable.isMet(collection)) tour.push(await item.put(item.prepare(replacement)));
    if (needs.patchable.isMet(collection)) tour.push(await item.patch({}));
    tour.push(await post(malformed.cut(JSON.stringify(body))), await post('"assay"'));
    if (collection.remove) {
      const nothing = await items.getUnknown(body);
      tour.push(await nothing.get(), await nothing.delete(), await item.delete(), await item.get());
    }
    return { tour };
  },
  then: ({ tour }, { dialect, collection }) => {
    const known = [...dialect.extraStatuses, ...listDeclaredStatuses(collection)];
    const odd = tour.find((exchange) => http.findStatusFlaw(exchange, known) !== undefined);
    if (odd === undefined) return held;
    return violated({
      expected: 'a registered status that matches the request',
      actual: http.findStatusFlaw(odd, known) ?? null,
      shows: [odd],
    });
  },
  observes: everyStatus,
  silentIn: [
    'etags',
    'pagination-range',
    'put-creates',
    'second-delete-204',
    'soft-delete-410',
    'fresh-for-30-seconds',
  ],
});

type Operation = NonNullable<Collection['create']>;

/** Statuses that the document of a service declares for any of the operations. */
const listDeclaredStatuses = (collection: Collection): number[] =>
  (['list', 'create', 'read', 'head', 'replace', 'patch', 'remove'] as const)
    .map((role): Operation | undefined => collection[role])
    .flatMap((operation) => operation?.statuses ?? []);
