import type { Client } from '../../http/exchange.js';
import { findSizePlace, hasPageLinks } from '../../model/service/page-links.js';
import type { Collection } from '../../model/service/subject.js';
import type { ObservedPage } from '../observed/observed-page.js';
import { mapConcurrently } from '../parallel-requests.js';
import { canExploreList, type ExploredList, exploreList, settleFirstOffset } from './explore-list.js';
import type { SizeParameter } from './parameter-names.js';

/** Maximum number of lists whose pagination is explored; each costs about a dozen requests. */
const maxLists = 25;

/** Number of lists explored one by one to find parameters to try first for the others. */
const maxLeadingLists = 2;

/**
 * Explores the pagination of lists without a declared or described one. The parameters of the first result are tried
 * first for the others.
 */
export async function exploreAllLists(
  all: readonly { readonly collection: Collection; readonly look?: ObservedPage | undefined }[],
  client: Client,
) {
  const open = all.flatMap(({ collection, look }) =>
    look && canExploreList(collection) ? [{ collection, look }] : [],
  );
  const asked = open.slice(0, maxLists);
  const turned = new Map<Collection, ExploredList>();
  let hints: readonly SizeParameter[] = [];
  const turn = async ({ collection, look }: (typeof asked)[number]): Promise<SizeParameter | undefined> => {
    const found = await exploreList(collection, look, client, hints);
    turned.set(collection, found);
    return found.sizing;
  };
  let first = 0;
  for (; first < maxLeadingLists && hints.length === 0; first += 1) {
    const [one] = asked.slice(first, first + 1);
    const sizing = one && (await turn(one));
    hints = sizing ? [sizing] : [];
  }
  await mapConcurrently(asked.slice(first), turn);
  const settled = await mapConcurrently(all, async ({ collection, look }) =>
    look === undefined || turned.has(collection) ? collection : settleFirstOffset(collection, look, client),
  );
  return {
    collections: all.map(({ collection, look }, index) =>
      notePageMembers(turned.get(collection)?.collection ?? settled[index] ?? collection, look),
    ),
    notes: [...asked.flatMap(({ collection }) => turned.get(collection)?.notes ?? []), ...noteUnexplored(open)],
  };
}

/** Notes which links and sizes the page that was read has. */
function notePageMembers(collection: Collection, look: ObservedPage | undefined): Collection {
  if (look === undefined) return collection;
  const { size } = collection.pagination.params;
  const isLinked = hasPageLinks(look.answer);
  const reportedSize = (size === undefined ? undefined : findSizePlace(look.answer.json, size)) ?? '';
  return { ...collection, pagination: { ...collection.pagination, isLinked, reportedSize } };
}

/** Notes the lists beyond the maximum in one line. */
function noteUnexplored(open: readonly { readonly collection: Collection }[]): string[] {
  const [first, ...others] = open.slice(maxLists).map(({ collection }) => collection.path);
  if (first === undefined) return [];
  const named = others.length === 0 ? first : `${first} and ${others.length} more`;
  return [
    `${named}: pagination was not explored, because there are too many lists; to have them paged through, declare pagination`,
  ];
}
