import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A TypeScript file of the repository with what it imports. */
export interface Source {
  /** Path from the root of the repository. */
  readonly path: string;
  /**
   * The part of the tree to which a layer belongs: `model`, `http`, …; `audit` for `src/audit.ts`, `index` for `src/index.ts`.
   */
  readonly area: string;
  readonly text: string;
  readonly isTest: boolean;
  /** Paths of our files from the root, with `.ts`; names of packages as they are. Type imports are included. */
  readonly imports: readonly string[];
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** All TypeScript files of `src`, `suites`, `tools` and `test`. */
export const sources: readonly Source[] = ['src', 'suites', 'tools', 'test'].flatMap((top) =>
  readdirSync(join(root, top), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => readSource(join(entry.parentPath, entry.name))),
);

/** All of them but tests and fixtures. */
export const code: readonly Source[] = sources.filter(({ isTest }) => !isTest);

/** Whether a file is a rule: a file of a suite, beside its folder `_shared`. */
export const isRule = ({ path, isTest }: Source): boolean =>
  !isTest && /^suites\/[a-z][^/]*\/[a-z][^/]*\.ts$/.test(path);

/** The text of a file, by its path from the root of the repository. */
export const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Lines of a file that are neither empty nor part of an import. */
export const lengthOf = ({ text }: Pick<Source, 'text'>): number =>
  text
    .replace(/^import[\s\S]*?;\n/gm, '')
    .split('\n')
    .filter((line) => line.trim() !== '').length;

function readSource(file: string): Source {
  const path = relative(root, file);
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(
    /^(?:import|export)\s+(?:type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  const imports = [...found].map(([, plain, dynamic]) => targetOf(path, plain ?? dynamic ?? ''));
  return { path, area: areaOf(path), text, isTest: /\.(test|fixture)\.ts$/.test(path), imports: [...new Set(imports)] };
}

function targetOf(from: string, to: string): string {
  return to.startsWith('.') ? join(dirname(from), to).replace(/\.js$/, '.ts') : to;
}

/** The area of a path. */
export function areaOf(path: string): string {
  const [top = '', second = ''] = path.split('/');
  return top === 'src' ? second.replace(/\.ts$/, '') : top;
}
