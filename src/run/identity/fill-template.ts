import { decodePercent } from '../../model/decode-percent.js';
import { escapeRegExp } from '../../model/escape-reg-exp.js';
import type { Collection } from '../../model/service/subject.js';

/**
 * Returns the parameter values with which a path template becomes this path, by parameter name; undefined when it does
 * not match.
 */
export function matchPathTemplate(template: string, path: string): Record<string, string> | undefined {
  const plain = trimTrailingSlash(path.split('?')[0] ?? '');
  const names = [...template.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const pattern = trimTrailingSlash(template)
    .split(/\{[^}]+\}/)
    .map(escapeRegExp)
    .join('([^/]+)');
  const found = new RegExp(`^${pattern}$`).exec(plain);
  if (!found) return undefined;
  return Object.fromEntries(names.map((name, i) => [name, decodePercent(found[i + 1] ?? '')]));
}

/** Returns a collection with the path parameters of its parents filled in; that of the item stays open. */
export function fillCollectionTemplate(collection: Collection, at: string | undefined): Collection {
  const filling = at === undefined ? undefined : matchPathTemplate(collection.path, at);
  return at === undefined || filling === undefined ? collection : { ...fillTemplate(collection, filling), path: at };
}

/** Returns a collection with path parameters filled in by their names; others stay open. */
export function fillTemplate(collection: Collection, filling: Readonly<Record<string, string>>): Collection {
  const fill = (path: string) =>
    Object.entries(filling).reduce((text, [name, id]) => text.replace(`{${name}}`, encodeURIComponent(id)), path);
  const { itemPath, creation } = collection;
  return {
    ...collection,
    path: fill(collection.path),
    ...(itemPath !== undefined && { itemPath: fill(itemPath) }),
    ...(creation && { creation: { ...creation, path: fill(creation.path) } }),
  };
}

/** Returns the ids in the path of an item: each path parameter by name, and the last one also as `id`. */
export function readPathIds({ path, itemPath }: Collection, itsPath: string): Record<string, string> {
  const filling = matchPathTemplate(itemPath ?? `${path}/{id}`, itsPath) ?? {};
  const last =
    Object.values(filling).at(-1) ??
    decodePercent(
      trimTrailingSlash(itsPath.split('?')[0] ?? '')
        .split('/')
        .at(-1) ?? '',
    );
  return { ...filling, id: last };
}

const trimTrailingSlash = (path: string): string => path.replace(/\/$/, '');
