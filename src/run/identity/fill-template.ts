import type { Collection } from '../../model/service/subject.js';

/** What fills the holes of a path template so that it becomes this path, by the names of the holes; undefined where nothing does. */
export function fillingOf(template: string, path: string): Record<string, string> | undefined {
  const plain = trimmed(path.split('?')[0] ?? '');
  const names = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const pattern = trimmed(template)
    .split(/\{[^}]+\}/)
    .map(escaped)
    .join('([^/]+)');
  const found = new RegExp(`^${pattern}$`).exec(plain);
  if (!found) return undefined;
  return Object.fromEntries(names.map((name, i) => [name, decoded(found[i + 1] ?? '')]));
}

/** A collection as it stands at one place: the holes that lead to it are filled, the one of the item stays open. */
export function placedAt(collection: Collection, at: string | undefined): Collection {
  const filling = at === undefined ? undefined : fillingOf(collection.path, at);
  if (at === undefined || filling === undefined) return collection;
  const fill = (path: string) =>
    Object.entries(filling).reduce((text, [name, id]) => text.replace(`{${name}}`, encodeURIComponent(id)), path);
  const { itemPath } = collection;
  return { ...collection, path: at, ...(itemPath !== undefined && { itemPath: fill(itemPath) }) };
}

/** What is known of the ids in the path of a thing: each hole by its name, and the last one as `id`, too. */
export function idsIn({ path, itemPath }: Collection, itsPath: string): Record<string, string> {
  const filling = fillingOf(itemPath ?? `${path}/{id}`, itsPath) ?? {};
  const last =
    Object.values(filling).at(-1) ??
    decoded(
      trimmed(itsPath.split('?')[0] ?? '')
        .split('/')
        .at(-1) ?? '',
    );
  return { ...filling, id: last };
}

const trimmed = (path: string): string => path.replace(/\/$/, '');
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
