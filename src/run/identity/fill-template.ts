import type { Collection } from '../../model/service/subject.js';

/** What fills the holes of a path template so that it becomes this path, by the names of the holes; undefined where nothing does. */
export function matchPathTemplate(template: string, path: string): Record<string, string> | undefined {
  const plain = trimTrailingSlash(path.split('?')[0] ?? '');
  const names = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const pattern = trimTrailingSlash(template)
    .split(/\{[^}]+\}/)
    .map(escapeRegExp)
    .join('([^/]+)');
  const found = new RegExp(`^${pattern}$`).exec(plain);
  if (!found) return undefined;
  return Object.fromEntries(names.map((name, i) => [name, decodeSegment(found[i + 1] ?? '')]));
}

/** A collection as it stands at one place: the holes that lead to it are filled, the one of the item stays open. */
export function fillCollectionTemplate(collection: Collection, at: string | undefined): Collection {
  const filling = at === undefined ? undefined : matchPathTemplate(collection.path, at);
  if (at === undefined || filling === undefined) return collection;
  const fill = (path: string) =>
    Object.entries(filling).reduce((text, [name, id]) => text.replace(`{${name}}`, encodeURIComponent(id)), path);
  const { itemPath } = collection;
  return { ...collection, path: at, ...(itemPath !== undefined && { itemPath: fill(itemPath) }) };
}

/** What is known of the ids in the path of a thing: each hole by its name, and the last one as `id`, too. */
export function readPathIds({ path, itemPath }: Collection, itsPath: string): Record<string, string> {
  const filling = matchPathTemplate(itemPath ?? `${path}/{id}`, itsPath) ?? {};
  const last =
    Object.values(filling).at(-1) ??
    decodeSegment(
      trimTrailingSlash(itsPath.split('?')[0] ?? '')
        .split('/')
        .at(-1) ?? '',
    );
  return { ...filling, id: last };
}

const trimTrailingSlash = (path: string): string => path.replace(/\/$/, '');
const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
