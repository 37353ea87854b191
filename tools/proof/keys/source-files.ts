import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Reads the repository, by paths from its root. */
export interface SourceFiles {
  /** The text of a file; nothing where there is none. */
  read(path: string): string | undefined;
  /** The paths of all files below a folder, in order; none where there is no folder. */
  list(folder: string): readonly string[];
}

/** The files on disk, each file and folder read once. */
export function openSourceFiles(root: string): SourceFiles {
  const texts = new Map<string, string | undefined>();
  const read = (path: string): string | undefined => {
    if (!texts.has(path)) {
      const file = join(root, path);
      const isFile = statSync(file, { throwIfNoEntry: false })?.isFile();
      texts.set(path, isFile ? readFileSync(file, 'latin1') : undefined);
    }
    return texts.get(path);
  };
  const lists = new Map<string, readonly string[]>();
  const list = (folder: string): readonly string[] => {
    const paths = lists.get(folder) ?? listFiles(root, folder);
    lists.set(folder, paths);
    return paths;
  };
  return { read, list };
}

function listFiles(root: string, folder: string): string[] {
  const top = join(root, folder);
  if (!existsSync(top)) return [];
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}
