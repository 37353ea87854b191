import { posix } from 'node:path';
import type { SourceFiles } from './source-files.js';

/** What an import leads to. */
export type Resolved = { readonly file: string } | { readonly library: string };

/** Resolves an import of a file: to a source, a package by its name, or nothing for a module of Node. Throws for a path without a file. */
export function resolveModule(from: string, name: string, files: SourceFiles): Resolved | undefined {
  if (name.startsWith('node:')) return undefined;
  if (name.startsWith('#')) return { file: resolveInternal(name, files) };
  if (!name.startsWith('.')) return { library: getPackageName(name) };
  const file = findSource(posix.join(posix.dirname(from), name), files);
  if (file === undefined) throw new Error(`${from} imports ${name}, and there is no such file`);
  return { file };
}

/** What a URL beside a module means: a file, all files of a folder, or a package. A module runs as a source and in `dist`, so the path may start from either. */
export function resolveUrl(from: string, url: string, files: SourceFiles): readonly Resolved[] {
  const [, library] = /^(?:\.\.\/)+node_modules\/(.*)$/.exec(url) ?? [];
  if (library !== undefined) return [{ library: getPackageName(library) }];
  const paths = ['', 'dist/'].map((top) => posix.join(top, posix.dirname(from), url));
  for (const path of paths) {
    const file = findSource(path, files);
    if (file !== undefined) return [{ file }];
  }
  const folders = url.endsWith('/') ? paths.filter((path) => !isWholeTree(path)) : [];
  return folders.flatMap((folder) => files.list(folder)).map((path) => ({ file: path }));
}

/** The root and the rules: a job that lists them is treated like its rules. */
const isWholeTree = (path: string): boolean => /^(\.\.?\/|\.$|suites\/$|dist\/)/.test(path);

/** A built file is known by its source, and so is a module of the bundle. */
function findSource(path: string, files: SourceFiles): string | undefined {
  const source = path.replace(/^dist\/(bundle\/)?/, '');
  return [source.replace(/\.js$/, '.ts'), source].find((one) => files.read(one) !== undefined);
}

const getPackageName = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

/** An import that `package.json` declares; its types name the source. */
function resolveInternal(name: string, files: SourceFiles): string {
  const { imports = {} } = JSON.parse(files.read('package.json') ?? '{}');
  const path: unknown = imports[name]?.types;
  if (typeof path !== 'string') throw new Error(`package.json does not declare the import ${name}`);
  return path.replace(/^\.\//, '');
}
