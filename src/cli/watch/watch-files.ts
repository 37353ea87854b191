import { createHash } from 'node:crypto';
import { type FSWatcher, readdirSync, readFileSync, statSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';

/** Editors write a file in several steps. Waits for this many milliseconds without a change. */
const quietMs = 150;

/** Watches files, and folders with their content; calls back once when the content has changed. */
export function watchFiles(paths: readonly string[], changed: () => void): () => void {
  let known = fingerprintFiles(paths);
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const now = fingerprintFiles(paths);
    if (now === known) return;
    known = now;
    changed();
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(look, quietMs);
  };
  const watchers = [...new Set(paths.flatMap(listFolders))].flatMap((folder) => createWatchers(folder, soon));
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

/** Watches the folder of a file, because many editors replace the file. */
function listFolders(path: string): string[] {
  if (!isFolder(path)) return [dirname(path)];
  const below = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [path, ...below.flatMap(({ name }) => listFolders(join(path, name)))];
}

/** A file that cannot be watched is ignored: keys still work. */
function createWatchers(folder: string, soon: () => void): FSWatcher[] {
  try {
    return [watch(folder, soon).on('error', () => {})];
  } catch {
    return [];
  }
}

export function fingerprintFiles(paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(listFiles)) hash.update(file).update('\0').update(readContent(file)).update('\0');
  return hash.digest('base64');
}

const listFiles = (path: string): string[] =>
  isFolder(path)
    ? readdirSync(path, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
    : [path];

function readContent(file: string): Buffer | string {
  try {
    return readFileSync(file);
  } catch {
    return 'absent';
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
