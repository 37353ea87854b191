import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAnchor } from '../../tools/reference/markdown-cells.js';

/** The top of the repository. */
export const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url));

/** A page that people read. */
export interface DocPage {
  readonly path: string;
  readonly text: string;
}

/** A sample that is set apart in a page. */
export interface CodeSample {
  readonly page: string;
  readonly language: string;
  readonly text: string;
  /** The name that its first line gives it, as in `// server.mjs`. */
  readonly name: string | undefined;
}

const topPages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];

/** The notes on the services in field; what npm installs there is not searched. */
const fieldPages = readdirSync(join(repositoryRoot, 'field'))
  .map((name) => (name.endsWith('.md') ? `field/${name}` : `field/${name}/README.md`))
  .filter((path) => existsSync(join(repositoryRoot, path)));

/** README and its neighbours, everything below docs, and the notes on the services in field. */
export const docPages: readonly DocPage[] = [
  ...topPages,
  ...readdirSync(join(repositoryRoot, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .sort()
    .map((path) => join('docs', path)),
  ...fieldPages,
].map((path) => ({ path, text: readFileSync(join(repositoryRoot, path), 'utf8') }));

/** The samples of a page, wherever they are indented to. */
export const findPageSamples = ({ path, text }: DocPage): CodeSample[] =>
  [...text.matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```$/gm)].map(([, indent = '', language = '', inner = '']) => {
    const plain = inner.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    return { page: path, language, text: plain, name: /^(?:\/\/|#|<!--) ([\w./-]+\.\w+)\b/.exec(plain)?.[1] };
  });

/** All samples in a language. */
export const findSamples = (...languages: readonly string[]): CodeSample[] =>
  docPages.flatMap(findPageSamples).filter(({ language }) => languages.includes(language));

/** The anchors that the headings of a page get; one that comes again gets a number. */
export function listAnchors(text: string): Set<string> {
  const seen = new Map<string, number>();
  const headings = [...stripSamples(text).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) =>
    createAnchor(heading.replaceAll(/[`*]|\]\([^)]*\)|\[/g, '')),
  );
  return new Set(
    headings.map((anchor) => {
      const before = seen.get(anchor) ?? 0;
      seen.set(anchor, before + 1);
      return before === 0 ? anchor : `${anchor}-${before}`;
    }),
  );
}

/** A page without its samples, in which nothing is a heading or a link. */
export const stripSamples = (text: string): string => text.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '');
