import { normalizeTemplate } from '../../model/service/operation.js';
import type { Collection } from '../../model/service/subject.js';
import type { Item, Items } from '../../rule/items.js';
import type { Neighbour } from '../../rule/tools.js';
import { fillTemplate, matchPathTemplate } from '../items/item-address.js';

/**
 * The collections besides that of the subject which can be listed: their path names no item, or only items above the
 * subject, or the given item of the subject.
 */
export function listNeighbours(
  subject: Collection,
  all: readonly Collection[],
  item: Item | undefined,
  make: (of: Collection) => Items,
): Neighbour[] {
  const template = all.find(({ name }) => name === subject.name);
  const places = [
    { template: template?.itemPath, path: item?.path },
    { template: template?.path, path: subject.path },
  ];
  return all.flatMap((other) => {
    if (other.name === subject.name || other.list === undefined) return [];
    const collection = places.reduce((filled, place) => fillBelow(filled, place), other);
    return hasOpenParameter(collection.path) ? [] : [{ collection, items: make(collection) }];
  });
}

/** The paths of the lists below an item of this collection. */
export function listPathsBelow(name: string, path: string, all: readonly Collection[]): string[] {
  const template = all.find((one) => one.name === name)?.itemPath;
  const below = all.flatMap((other) => (other.list ? [fillBelow(other, { template, path }).path] : []));
  return below.filter((one) => one.startsWith(`${path}/`) && !hasOpenParameter(one));
}

/** Fills in the path of a collection if its first parameters are those of a template, whatever their names are. */
function fillBelow(
  collection: Collection,
  { template, path }: { readonly template: string | undefined; readonly path: string | undefined },
): Collection {
  const ids = template !== undefined && path !== undefined && matchPathTemplate(template, path);
  if (!ids || template === undefined) return collection;
  const upToLast = normalizeTemplate(template).replace(/[^}]*$/, '');
  const isBelow = upToLast !== '' && `${normalizeTemplate(collection.path)}/`.startsWith(`${upToLast}/`);
  if (!isBelow) return collection;
  const names = [...collection.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const filling = Object.values(ids).map((id, i) => [names[i] ?? '', id] as const);
  return fillTemplate(collection, Object.fromEntries(filling));
}

const hasOpenParameter = (path: string): boolean => /\{[^}]+\}/.test(path);
