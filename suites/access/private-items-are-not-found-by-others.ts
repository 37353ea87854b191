import {
  assume,
  type Collection,
  compare,
  defineRule,
  held,
  http,
  type Item,
  inconclusive,
  needs,
  values,
  violated,
} from '#rule';
import { getAsOtherTenant, privateItems } from './_shared/attempts.js';

/** The document describes a search. */
const searchable = needs.defineNeed('collection', {
  name: 'search',
  reason: 'the document describes no GET with a parameter that searches for a text',
  enable: '--openapi',
  isMet: ({ searches = [] }) => searches.length > 0,
});

const mostSent = 8;

/** The control is the same search of the owner, which must show the item. */
export default defineRule({
  clause: 'AUTH-06',
  title: 'A search does not find private items of another caller',
  otherwise: 'A search found a private item of another caller',
  doubt: 'A search may show that an item exists and hide its content.',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, searchable, privateItems, needs.credentialsFor('otherTenant')],
  assumes: ['creation/created-item-is-readable', 'access/private-items-cannot-be-read-by-others'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, tools) => {
    const item = await tools.items.create(body);
    await http.readBack(item);
    for (const path of listSearchPaths(item, tools.collection)) {
      const own = await tools.client.send({ method: 'GET', path });
      if (!shows(own, item.id)) continue;
      return { id: item.id, made: item.createdBy, own, other: await getAsOtherTenant(path, tools) };
    }
    assume(false, 'no-usable-case', 'no described search shows the item to its owner');
    throw new Error('unreachable');
  },
  then: ({ id, made, own, other }) => {
    const status = other.answer?.status;
    if (http.isCached(other)) return inconclusive('noise', 'a cache answered instead of the service');
    if (shows(other, id))
      return violated({ expected: 'no item of another caller', actual: { found: id }, shows: [made, own, other] });
    return http.hasStatus(other, 200, 206, 401, 403, 404)
      ? held
      : inconclusive('setup', `the other tenant got ${status}`);
  },
  silentIn: ['filtered-lists', 'access-bearer', 'access-basic', 'access-query-key'],
});

/** Whether a success has the id as a value of its own. */
const shows = (exchange: Parameters<typeof http.isCached>[0], id: string): boolean =>
  http.hasStatus(exchange, 200, 206) &&
  [...compare.listLeaves(exchange.answer?.json).values()].some((value) => String(value) === id);

/** The described searches, each with the texts that were sent for an item: one of them may be searched. A response may repeat its query, so none is the id. */
function listSearchPaths(item: Item, { searches = [] }: Pick<Collection, 'searches'>): string[] {
  const texts = Object.values(compare.isObject(item.sent) ? item.sent : {}).filter(
    (value): value is string => typeof value === 'string' && /^[\w .,-]{3,100}$/.test(value) && value !== item.id,
  );
  return texts
    .flatMap((text) => searches.map(({ path, name }) => `${path}?${new URLSearchParams({ [name]: text })}`))
    .slice(0, mostSent);
}
