import type { Client } from '../../http/exchange.js';
import type { Collection } from '../../model/service/subject.js';
import type { ObservedPage } from '../observed/observed-page.js';
import { mapConcurrently } from '../parallel-requests.js';
import { canExploreList, type ExploredList, exploreList } from './explore-list.js';
import type { SizeParameter } from './parameter-names.js';

/** Most lists that are asked for their pages; each costs about a dozen requests. */
const maxLists = 25;

/** As many lists are asked one after the other before it is given up that one could lead the others. */
const maxLeadingLists = 2;

/** A collection with the list that it showed; undefined where it showed none. */
export interface ListedCollection {
  readonly collection: Collection;
  readonly look: ObservedPage | undefined;
}

/** Collections in the order in which they were given, after their lists were asked for pages. */
export interface ExploredLists {
  readonly collections: readonly Collection[];
  readonly notes: readonly string[];
}

/** Asks those lists for their pages of which nobody said how. The first that tells leads the others, which are likely to be alike. */
export async function exploreAllLists(all: readonly ListedCollection[], client: Client): Promise<ExploredLists> {
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
  return {
    collections: all.map(({ collection }) => turned.get(collection)?.collection ?? collection),
    notes: [...asked.flatMap(({ collection }) => turned.get(collection)?.notes ?? []), ...noteUnexplored(open)],
  };
}

/** Lists that were too many to be asked, told in one line. */
function noteUnexplored(open: readonly { readonly collection: Collection }[]): string[] {
  const [first, ...others] = open.slice(maxLists).map(({ collection }) => collection.path);
  if (first === undefined) return [];
  const named = others.length === 0 ? first : `${first} and ${others.length} more`;
  return [
    `${named}: not asked for pages, for there are too many lists; declare pagination to have them walked through`,
  ];
}
