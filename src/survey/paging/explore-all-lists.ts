import type { Client } from '../../http/exchange.js';
import type { Collection } from '../../model/service/subject.js';
import type { Look } from '../observed/observed-page.js';
import { sideBySide } from '../parallel-requests.js';
import { canBeTurned, type Turned, turnPages } from './explore-list.js';
import type { Sizing } from './parameter-names.js';

/** Most lists that are asked for their pages; each costs about a dozen requests. */
const most = 25;

/** As many lists are asked one after the other before it is given up that one could lead the others. */
const leading = 2;

/** A collection with the list that it showed; undefined where it showed none. */
export interface Shown {
  readonly collection: Collection;
  readonly look: Look | undefined;
}

/** Collections in the order in which they were given, after their lists were asked for pages. */
export interface AllTurned {
  readonly collections: readonly Collection[];
  readonly notes: readonly string[];
}

/** Asks those lists for their pages of which nobody said how. The first that tells leads the others, which are likely to be alike. */
export async function turnAll(all: readonly Shown[], client: Client): Promise<AllTurned> {
  const open = all.flatMap(({ collection, look }) => (look && canBeTurned(collection) ? [{ collection, look }] : []));
  const asked = open.slice(0, most);
  const turned = new Map<Collection, Turned>();
  let hints: readonly Sizing[] = [];
  const turn = async ({ collection, look }: (typeof asked)[number]): Promise<Sizing | undefined> => {
    const found = await turnPages(collection, look, client, hints);
    turned.set(collection, found);
    return found.sizing;
  };
  let first = 0;
  for (; first < leading && hints.length === 0; first += 1) {
    const [one] = asked.slice(first, first + 1);
    const sizing = one && (await turn(one));
    hints = sizing ? [sizing] : [];
  }
  await sideBySide(asked.slice(first), turn);
  return {
    collections: all.map(({ collection }) => turned.get(collection)?.collection ?? collection),
    notes: [...asked.flatMap(({ collection }) => turned.get(collection)?.notes ?? []), ...sparing(open)],
  };
}

/** Lists that were too many to be asked, told in one line. */
function sparing(open: readonly { readonly collection: Collection }[]): string[] {
  const [first, ...others] = open.slice(most).map(({ collection }) => collection.path);
  if (first === undefined) return [];
  const named = others.length === 0 ? first : `${first} and ${others.length} more`;
  return [
    `${named}: not asked for pages, for there are too many lists; declare pagination to have them walked through`,
  ];
}
