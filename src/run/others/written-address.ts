import { buildPointer, isObject, type Json, type JsonObject } from '../../model/json.js';
import { readIdAt } from '../../model/service/item-id.js';
import type { Collection } from '../../model/service/subject.js';
import { isAskedId, mayShowId } from '../calibrate/bodies/guess-member.js';
import { unwrapSent } from '../content/request-content.js';
import { readIdAsText } from '../items/item-address.js';

/** The address that a new item would have by the id in its content. */
export function findNewAddress(method: string, path: string, collection: Collection, sent: JsonObject | undefined) {
  const { itemPath = '', path: list } = collection;
  const id = method === 'POST' ? readChosenId(collection, unwrapSent(sent, collection, method)) : undefined;
  if (id === undefined || !itemPath.startsWith(`${list}/`)) return undefined;
  const below = itemPath.slice(list.length).replace(/\{[^}]+\}/, encodeURIComponent(id));
  return `${path.split('?')[0]}${below}`;
}

/**
 * The id in the content of a creation. While the calibration finds out what a creation takes, nothing may say yet that the client
 * chooses it, or that a member has the item.
 */
function readChosenId(collection: Collection, content: Json | undefined): string | undefined {
  const [only, another] = isObject(content) ? Object.values(content) : [];
  const inside = isObject(only) && another === undefined ? only : content;
  const known = readIdAsText(collection, content) ?? readIdAsText(collection, inside);
  if (known !== undefined || mayShowId(collection) || !isObject(inside)) return known;
  const name = Object.keys(inside).find((one) => isAskedId(collection, buildPointer([one])));
  return name === undefined ? undefined : readIdAt(inside, buildPointer([name]))?.toString();
}

/** The path of the item in its own or that of an action on it, with what follows the id in paths of items. */
export function readItemPath(path: string, id: string, { itemPath = '' }: Collection): string {
  const plain = path.split(/[?#]/)[0] ?? '';
  const end = `${plain}/`.lastIndexOf(`/${id}/`);
  return end < 0 ? plain : plain.slice(0, end + 1 + id.length) + itemPath.slice(itemPath.lastIndexOf('}') + 1);
}
