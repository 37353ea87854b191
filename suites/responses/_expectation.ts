import { type Collection, type Exchange, getAtPointer, type Item, isObject, type Json } from '#rule';
import type { Expectation } from './_error-signals.js';

/** What is known about an operation from all responses during the life of one item. */
export function buildExpectation(
  item: Item,
  exchange: Exchange,
  all: readonly Exchange[],
  collection: Collection,
): Expectation {
  const json = exchange.answer?.json;
  const plain = ({ method, path }: Exchange) => `${method} ${path.split('?')[0]}`;
  const isSame = (other: Exchange) => other !== exchange && plain(other) === plain(exchange);
  // GET of an item returns the same members as its creation did, where that returned any.
  const isShown =
    exchange.method === 'GET' &&
    plain(exchange).endsWith(item.path) &&
    sharesMembers(item.sent, item.createdBy.answer?.json);
  const good = [...all.filter(isSame), ...(isShown ? [item.createdBy] : [])].map((other) => other.answer?.json);
  const hasIdentity = String(getAtPointer(json, collection.id.pointer)) === item.id || sharesMembers(item.sent, json);
  return { hasIdentity, goodMembers: good.flatMap((one) => (isObject(one) ? Object.keys(one) : [])) };
}

function sharesMembers(sent: Json, json: Json | undefined): boolean {
  if (!isObject(sent) || !isObject(json)) return false;
  const names = Object.keys(sent);
  return names.length > 0 && names.filter((name) => name in json).length / names.length > 0.5;
}
