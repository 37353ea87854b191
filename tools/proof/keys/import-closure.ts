import { findLoads } from './find-loads.js';
import { resolveModule, resolveUrl } from './resolve-load.js';
import type { SourceFiles } from './source-files.js';

/** A file that gathers the definitions of other files, of which a job needs a few. */
export interface Registry {
  readonly file: string;
  /** The names that each imported file defines; none for a file that the registry needs for itself. */
  readonly definitions: ReadonlyMap<string, readonly string[]>;
}

/** What files load, with all that this loads in turn. */
export interface Closure {
  readonly files: readonly string[];
  readonly libraries: readonly string[];
}

/** Follows imports, from entries to all that is loaded. Without names, everything is followed that a registry imports. */
export type ImportFollower = (entries: readonly string[], names?: readonly string[]) => Closure;

/** Follows imports. Of what a registry imports, files that define names are followed only for the names that are asked for. Throws for a name that no file defines. */
export function createImportFollower(files: SourceFiles, registries: readonly Registry[]): ImportFollower {
  const getLoads = memoize((path: string) => readLoads(path, files));
  return (entries, names) => {
    for (const name of names ?? []) checkDefined(name, registries);
    const followed = new Set<string>();
    const libraries = new Set<string>();
    const isWanted = (path: string, to: string): boolean => {
      const defined = registries.find(({ file }) => file === path)?.definitions.get(to) ?? [];
      return names === undefined || defined.length === 0 || defined.some((name) => names.includes(name));
    };
    const follow = (path: string): void => {
      if (followed.has(path)) return;
      followed.add(path);
      const loads = getLoads(path);
      for (const library of loads.libraries) libraries.add(library);
      for (const to of loads.files) if (isWanted(path, to)) follow(to);
    };
    for (const entry of entries) follow(entry);
    return { files: [...followed].sort(), libraries: [...libraries].sort() };
  };
}

/** A name that no file defines would be a dependency that goes unnoticed. */
function checkDefined(name: string, registries: readonly Registry[]): void {
  const isDefined = registries.some(({ definitions }) => [...definitions.values()].some((all) => all.includes(name)));
  if (!isDefined) throw new Error(`no registry imports a file that defines ${name}`);
}

function readLoads(path: string, files: SourceFiles): Closure {
  const text = files.read(path);
  if (text === undefined) throw new Error(`there is no file ${path}`);
  if (!/\.m?[jt]s$/.test(path)) return { files: [], libraries: [] };
  const { modules, urls } = findLoads(text);
  const resolved = modules.flatMap((name) => resolveModule(path, name, files) ?? []);
  return {
    files: [
      ...resolved.flatMap((one) => ('file' in one ? [one.file] : [])),
      ...urls.flatMap((url) => resolveUrl(path, url, files)),
    ],
    libraries: resolved.flatMap((one) => ('library' in one ? [one.library] : [])),
  };
}

function memoize<T>(compute: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>();
  return (path) => {
    const value = known.has(path) ? (known.get(path) as T) : compute(path);
    known.set(path, value);
    return value;
  };
}
