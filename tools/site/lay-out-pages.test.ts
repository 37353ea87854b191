import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { listAnchors, repositoryRoot, stripSamples } from '../../test/docs/pages.fixture.js';
import { layOutPages } from './lay-out-pages.js';

const files = await layOutPages(repositoryRoot);
const read = (path: string): string => String(files.get(path) ?? '');
const pages = [...files.keys()].filter((path) => path.endsWith('.md'));

test('a rule has a page: what, why, a wrong and a right exchange, the fix and how to waive it', () => {
  const text = read('rules/safety/get-does-not-change-the-item.md');
  for (const piece of [
    '# GET does not change the item\n',
    '`safety/get-does-not-change-the-item` · MUST · stable · clause [SAFE-01](../../suites/convention.md#safe-01--must--convention)',
    '> GET of an item MUST NOT change it, nor any other resource.',
    '[RFC 9110 §9.2.1](https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1)',
    '## Wrong\n\n```http\nGET /orders/7\nHTTP/1.1 200 OK\n{"id": 7, "views": 1}\n\nGET /orders/7',
    '## Right\n\n```http\nGET /orders/7\nHTTP/1.1 200 OK\n{"id": 7}\n',
    '## Fix\n\nRemove the write',
    '```yaml\nwaivers:\n  - rule: safety/get-does-not-change-the-item\n    subject: "orders"\n    reason: why it is accepted\n',
    '\nneeds      creatable: otherwise not-applicable',
  ])
    expect(text).toContain(piece);
});

test('every rule has a page, which the list of all rules leads to', () => {
  const listed = [
    ...read('docs/reference/rules.md').matchAll(/^\| \[`[a-z\d-]+`\]\(\.\.\/\.\.\/(rules\/[^)]+)\) \|/gm),
  ];
  const named = listed.map(([, path]) => path).sort();
  expect(named).toEqual(pages.filter((path) => path.startsWith('rules/')).sort());
  expect(named.length).toBeGreaterThan(200);
});

test('no link leads nowhere, and none to the host of the repository for what the site has', () => {
  const wrong = pages.flatMap((page) =>
    [
      ...stripSamples(read(page))
        .replaceAll(/`[^`\n]*`/g, '')
        .matchAll(/\]\(([^()\s]+)\)/g),
    ].flatMap(([, to = '']) => {
      if (/\/(blob|raw)\/main\/(docs\/.*\.(md|svg|png)|README\.md)/.test(to)) return [`${page}: ${to}`];
      if (/^[a-z]+:/.test(to)) return [];
      const [path = '', anchor] = to.split('#');
      const target = path === '' ? page : posix.join(posix.dirname(page), path);
      const isThere = files.has(target) && (anchor === undefined || listAnchors(read(target)).has(anchor));
      return isThere ? [] : [`${page}: ${to}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test('the sidebars lead to every rule, and to the pages of the index', () => {
  const sidebars = read('sidebar.json');
  const links = [...sidebars.matchAll(/"link":"\/([^"#]*)/g)].map(([, link = '']) => link.replace(/^$|\/$/, '$&index'));
  expect(links.map((link) => `${link}.md`).filter((path) => !files.has(path))).toEqual([]);
  expect(pages.filter((path) => path.startsWith('rules/') && !sidebars.includes(`"/${path.slice(0, -3)}"`))).toEqual(
    [],
  );
});

test('comments are left out, and samples kept', () => {
  expect(read('index.md')).not.toContain('<!--');
  expect(read('docs/reference/rules.md').startsWith('# Rules')).toBe(true);
  expect(read('docs/ci.md')).toContain('{{ secrets.STAGING_TOKEN }}');
});
