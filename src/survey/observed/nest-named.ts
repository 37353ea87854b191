import type { Client } from '../../http/exchange.js';
import { decodePercent } from '../../model/decode-percent.js';
import type { Parent } from '../../model/service/collection-parts.js';
import { readItemId } from '../../model/service/item-id.js';
import { getPathNoun, singularize, splitSegments, trimTrailingSlash } from '../../openapi/recognize/words.js';
import { exploreList } from '../paging/explore-list.js';
import { dropParentMembers, replaceParentId } from './explore-below.js';
import type { FoundCollection } from './found-collection.js';

/**
 * Of collections that the user named below one item, as `/albums/7/photos`, the id becomes a parameter where the items of a named
 * collection have that address. The run then creates its own album; where it can create none, it takes the one that was named.
 */
export async function nestNamed(found: readonly FoundCollection[], client: Client): Promise<FoundCollection[]> {
  return Promise.all(
    found.map(async (one) => {
      const above = found.filter((other) => other !== one && isAbove(other, one)).sort(compareDepth);
      if (above.length === 0) return one;
      const { collection } = await exploreList(one.collection, one.look, client);
      return { ...one, collection: above.reduce((child, parent) => placeBelow(child, parent, one), collection) };
    }),
  );
}

/** The segments of an item path up to the id. */
const listStem = ({ collection: { itemPath = '' } }: FoundCollection): string[] =>
  splitSegments(itemPath.slice(0, itemPath.lastIndexOf('}') + 1));

const compareDepth = (one: FoundCollection, other: FoundCollection): number =>
  listStem(other).length - listStem(one).length;

function isAbove(above: FoundCollection, { collection: { path } }: FoundCollection): boolean {
  const stem = listStem(above);
  const segments = splitSegments(path);
  return (
    stem.length > 0 &&
    stem.length < segments.length &&
    stem.every((part, index) => part === segments[index] || part.startsWith('{'))
  );
}

/** Replaces the id of one item above in all paths; the collection is that of the deepest one first. */
function placeBelow(
  child: FoundCollection['collection'],
  above: FoundCollection,
  { collection: { path }, entries }: FoundCollection,
): FoundCollection['collection'] {
  const { collection: parent, entries: siblings } = above;
  const segments = splitSegments(path).slice(0, listStem(above).length);
  const id = decodePercent(segments.at(-1) ?? '') ?? '';
  const place = `{${singularize(getPathNoun(parent.path))}Id}`;
  const template = `/${[...segments.slice(0, -1), place].join('/')}`;
  const standing = entries.flatMap((entry) => readItemId(entry, child) ?? []).map(String);
  const listed = siblings.map((entry) => readItemId(entry, parent)).find((one) => String(one) === id);
  const parents: Parent[] = [{ place, collection: parent.name, existing: id }, ...child.parents];
  return {
    ...replaceParentId(dropParentMembers(child, entries, listed ?? id), {
      url: trimTrailingSlash(`/${segments.join('/')}`),
      template,
    }),
    parents,
    ...(standing.length > 0 && { standing }),
  };
}
