import { type Collection, compare, type Item, needs } from '#rule';

/** The document describes a search. */
export const searchable = needs.defineNeed('collection', {
  name: 'search',
  reason: 'the document describes no GET with a parameter that searches for a text',
  enable: '--openapi',
  isMet: ({ searches = [] }) => searches.length > 0,
});

/** The most searches that are sent for one item. */
const mostSent = 8;

/** The described searches, each with the texts that were sent for an item: one of them may be searched. */
export function listSearchPaths(item: Item, { searches = [] }: Pick<Collection, 'searches'>): string[] {
  const texts = Object.values(compare.isObject(item.sent) ? item.sent : {}).filter(
    (value): value is string => typeof value === 'string' && /^[\w .,-]{3,100}$/.test(value),
  );
  return texts
    .flatMap((text) => searches.map(({ path, name }) => `${path}?${new URLSearchParams({ [name]: text })}`))
    .slice(0, mostSent);
}
