import type { SourceFiles } from './source-files.js';

/** A repository in memory: texts by path. */
export const createFiles = (texts: Readonly<Record<string, string>>): SourceFiles => ({
  read: (path) => texts[path],
  list: (folder) =>
    Object.keys(texts)
      .filter((path) => path.startsWith(folder))
      .sort(),
});

/** The same files with one of them changed. */
export const changeFile = (files: SourceFiles, changed: string): SourceFiles => ({
  ...files,
  read: (path) => (path === changed ? `${files.read(path)}\n// changed\n` : files.read(path)),
});
