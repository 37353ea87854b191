import { findLoads } from './find-loads.js';
import { memoize } from './memoize.js';
import { resolveModule, resolveUrl } from './resolve-load.js';
import type { SourceFiles } from './source-files.js';

/** What files load, with all that this loads in turn. */
export interface Closure {
  readonly files: readonly string[];
  readonly libraries: readonly string[];
}

/** Follows imports, from files to all that they load. */
export type ImportFollower = (entries: readonly string[]) => Closure;

/** Creates a follower of imports; those that `isSkipped` names are not followed. */
export function createImportFollower(
  files: SourceFiles,
  isSkipped: (from: string, to: string) => boolean = () => false,
): ImportFollower {
  const getLoads = memoize((path) => readLoads(path, files));
  return (entries) => {
    const followed = new Set<string>();
    const libraries = new Set<string>();
    const follow = (path: string): void => {
      if (followed.has(path)) return;
      followed.add(path);
      const loads = getLoads(path);
      for (const library of loads.libraries) libraries.add(library);
      for (const to of loads.files) if (!isSkipped(path, to)) follow(to);
    };
    for (const entry of entries) follow(entry);
    return { files: [...followed].sort(), libraries: [...libraries].sort() };
  };
}

function readLoads(path: string, files: SourceFiles): Closure {
  const text = files.read(path);
  if (text === undefined) throw new Error(`there is no file ${path}`);
  if (!/\.m?[jt]s$/.test(path)) return { files: [], libraries: [] };
  const { modules, urls } = findLoads(text);
  const resolved = [
    ...modules.flatMap((name) => resolveModule(path, name, files) ?? []),
    ...urls.flatMap((url) => resolveUrl(path, url, files)),
  ];
  return {
    files: resolved.flatMap((one) => ('file' in one ? [one.file] : [])),
    libraries: resolved.flatMap((one) => ('library' in one ? [one.library] : [])),
  };
}
