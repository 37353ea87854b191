import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { docPages, listAnchors, repositoryRoot, stripSamples } from './pages.fixture.js';

interface Link {
  readonly page: string;
  readonly to: string;
}

const links: Link[] = docPages.flatMap(({ path, text }) =>
  [
    ...stripSamples(text)
      .replaceAll(/`[^`\n]*`/g, '')
      .matchAll(/\]\(([^()\s]+)\)/g),
  ].map(([, to = '']) => ({ page: path, to })),
);

/** The address of the repository, by which the README in the package leads to pages that the package does not have. */
const { homepage }: { readonly homepage: string } = JSON.parse(
  readFileSync(join(repositoryRoot, 'package.json'), 'utf8'),
);
const published = new RegExp(`^${homepage.replace(/#readme$/, '').replaceAll('.', '\\.')}/(?:blob|raw)/main/`);
const within = links
  .map(({ page, to }) => ({ page, to: page === 'README.md' ? to.replace(published, '') : to }))
  .filter(({ to }) => !/^[a-z]+:/.test(to));

/** What is wrong with a link, or nothing. */
function wrongWith({ page, to }: Link): string | undefined {
  const [path = '', anchor] = to.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  if (relative('.', file).startsWith('..')) return 'leads out of the repository';
  if (!existsSync(join(repositoryRoot, file))) return 'leads nowhere';
  if (anchor === undefined) return undefined;
  return listAnchors(readFileSync(join(repositoryRoot, file), 'utf8')).has(anchor) ? undefined : 'has no such heading';
}

describe('links', () => {
  test('lead to existing files and headings', () => {
    expect(within.length).toBeGreaterThan(200);
    const wrong = within.flatMap((link) => {
      const complaint = wrongWith(link);
      return complaint ? [`${link.page}: ${link.to} ${complaint}`] : [];
    });
    expect(wrong).toEqual([]);
  });

  test('name each page once in the index', () => {
    const pages = links.filter(({ page, to }) => page === 'docs/README.md' && !to.startsWith('#')).map(({ to }) => to);
    expect(pages.filter((to, index) => pages.indexOf(to) !== index)).toEqual([]);
  });

  test.each([
    ['no-such-file.md', 'leads nowhere'],
    ['../../../etc/passwd', 'leads out of the repository'],
    ['ci.md#known-failures', undefined],
    ['ci.md#unknown-failures', 'has no such heading'],
    ['../suites/convention.md#safe-01--must--convention', undefined],
  ])('%s: %s', (to, complaint) => {
    expect(wrongWith({ page: 'docs/README.md', to })).toBe(complaint);
  });

  test('of the README are absolute, because it is read without the other pages', () => {
    const ofReadme = links.filter(({ page, to }) => page === 'README.md' && !to.startsWith('#'));
    expect(ofReadme.length).toBeGreaterThan(40);
    expect(ofReadme.map(({ to }) => to).filter((to) => !published.test(to))).toEqual([]);
  });

  test('to other sites use https', () => {
    expect(links.filter(({ to }) => to.startsWith('http:'))).toEqual([]);
  });
});

test('the index leads to every page of docs', () => {
  const reached = new Set(['docs/README.md']);
  for (const page of reached)
    for (const { to } of within.filter((link) => link.page === page)) {
      const file = join(dirname(page), to.split('#')[0] ?? '');
      if (file.startsWith('docs/')) reached.add(file.replace(/\/$/, ''));
    }
  const isReached = (path: string) => reached.has(path) || reached.has(dirname(path));
  expect(docPages.map(({ path }) => path).filter((path) => path.startsWith('docs/') && !isReached(path))).toEqual([]);
});

test('the page about false alarms has the numbers of the proof', () => {
  const textOf = (name: string) => docPages.find(({ path }) => path === name)?.text ?? '';
  const [, repeated = ''] =
    /<!-- numbers:start -->([\s\S]*?)<!-- numbers:end -->/.exec(textOf('docs/no-false-alarms.md')) ?? [];
  const [, measured = ''] = /^## The long runs\n([\s\S]*?)^## /m.exec(textOf('docs/proof.md')) ?? [];
  const numbersIn = (text: string) => new Set(text.match(/\d[\d,.]*/g)?.map((number) => number.replace(/[,.]$/, '')));
  expect(numbersIn(repeated).size).toBeGreaterThan(8);
  expect([...numbersIn(repeated)].filter((number) => !numbersIn(measured).has(number))).toEqual([]);
});

test('the page about CI says that a run in which too little could be checked has not passed', () => {
  const text = docPages.find(({ path }) => path === 'docs/ci.md')?.text ?? '';
  expect(/^\| 5 \|.*$/m.exec(text)?.[0]).toContain('too much was not checked');
});

test('computes the anchor of repeated headings, and of headings with code or punctuation, like GitHub', () => {
  const text = '# assay run\n## `report.json`, and *more*\n## SAFE-01 · MUST\n# assay run\n```sh\n# no heading\n```\n';
  expect([...listAnchors(text)]).toEqual(['assay-run', 'reportjson-and-more', 'safe-01--must', 'assay-run-1']);
});
