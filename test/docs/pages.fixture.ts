import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { anchorOf } from '../../tools/reference/markdown-cells.js';

/** The top of the repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** A page that people read. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** A sample that is set apart in a page. */
export interface Sample {
  readonly page: string;
  readonly language: string;
  readonly text: string;
  /** The name that its first line gives it, as in `// server.mjs`. */
  readonly name: string | undefined;
}

const tops = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];

/** README and its neighbours, and everything below docs. */
export const pages: readonly Page[] = [
  ...tops,
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .sort()
    .map((path) => join('docs', path)),
].map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

/** The samples of a page, wherever they are indented to. */
export const samplesOf = ({ path, text }: Page): Sample[] =>
  [...text.matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```$/gm)].map(([, indent = '', language = '', inner = '']) => {
    const plain = inner.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    return { page: path, language, text: plain, name: /^(?:\/\/|#|<!--) ([\w./-]+\.\w+)\b/.exec(plain)?.[1] };
  });

/** All samples in a language. */
export const samplesIn = (...languages: readonly string[]): Sample[] =>
  pages.flatMap(samplesOf).filter(({ language }) => languages.includes(language));

/** The anchors that the headings of a page get; one that comes again gets a number. */
export function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>();
  const headings = [...prose(text).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) =>
    anchorOf(heading.replaceAll(/[`*]|\]\([^)]*\)|\[/g, '')),
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
export const prose = (text: string): string => text.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '');
