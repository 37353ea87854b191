import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import { renderRulePage } from './rule-page.js';
import { renderSidebars } from './sidebar.js';

/** The page that each of these becomes; all others keep their place in the repository. */
const moved: Readonly<Record<string, string>> = { 'README.md': 'index.md', 'docs/README.md': 'docs/index.md' };

const topPages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'suites/convention.md'];

/** The files of the site below `root`, by their path: pages from the Markdown of the repository, one for each rule, and the order of all. */
export async function layOutPages(root: string): Promise<ReadonlyMap<string, string | Buffer>> {
  const ruleSet = await loadRuleSet();
  const docs = listFiles(root, 'docs', '.md');
  const pages = [...topPages, ...docs];
  const images = ['.png', '.svg'].flatMap((ending) => listFiles(root, 'docs/images', ending));
  const { homepage }: { readonly homepage: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const host = homepage.replace(/#.*/, '');
  const rewrite = (page: string, text: string) =>
    rewriteLinks(text, page, { host, local: new Set([...pages, ...images]), root });
  const written = pages.map((page) => {
    const text = rewrite(page, stripComments(readFileSync(join(root, page), 'utf8')));
    return [moved[page] ?? page, page === 'docs/reference/rules.md' ? linkRules(text) : text] as const;
  });
  const rules = ruleSet.rules.map((named) => {
    const path = `rules/${named.id}.md`;
    return [path, rewrite(path, renderRulePage(named, ruleSet))] as const;
  });
  const index = readFileSync(join(root, 'docs/README.md'), 'utf8');
  return new Map<string, string | Buffer>([
    ...written,
    ...rules,
    ...images.map((image) => [image, readFileSync(join(root, image))] as const),
    ['sidebar.json', JSON.stringify(renderSidebars(index, ruleSet.rules))],
  ]);
}

const listFiles = (root: string, folder: string, ending: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
    .sort();

/** Splits a page at its samples, in which nothing is a link or a comment. */
const mapProse = (text: string, change: (prose: string) => string): string =>
  text
    .split(/^( *```[\s\S]*?^ *```$)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('');

/** Pages are rendered without HTML, so comments would be shown. */
const stripComments = (text: string): string => mapProse(text, (prose) => prose.replace(/<!--[\s\S]*?-->\n*/g, ''));

interface Repository {
  /** The address of the repository on its host. */
  readonly host: string;
  /** Pages and images that the site has. */
  readonly local: ReadonlySet<string>;
  readonly root: string;
}

/** Links to what the site has lead there, whether they were relative or named the host; all others in the repository lead to its host. */
function rewriteLinks(text: string, page: string, repository: Repository): string {
  const own = new RegExp(`^${repository.host.replaceAll('.', '\\.')}/(?:blob|raw)/main/`);
  return mapProse(text, (prose) =>
    prose.replace(/\]\(([^()\s]+)\)/g, (whole, to: string) => {
      if (own.test(to)) return `](${findTarget(page, to.replace(own, ''), repository)})`;
      if (/^(#|[a-z]+:)/.test(to)) return whole;
      return `](${findTarget(page, posix.join(posix.dirname(page), to), repository)})`;
    }),
  );
}

/** The address, on a page, of a file of the repository with or without an anchor. */
function findTarget(page: string, to: string, { host, local, root }: Repository): string {
  const [file = '', anchor] = to.split('#');
  const end = anchor === undefined ? '' : `#${anchor}`;
  if (local.has(file)) {
    const target = posix.relative(posix.dirname(moved[page] ?? page), moved[file] ?? file);
    return `${target.startsWith('.') ? target : `./${target}`}${end}`;
  }
  const kind = existsSync(join(root, file)) && posix.extname(file) === '' ? 'tree' : 'blob';
  return `${host}/${kind}/main/${file}${end}`;
}

/** In the tables of all rules, each name leads to the page of its rule. */
function linkRules(text: string): string {
  let suite = '';
  return text
    .split('\n')
    .map((line) => {
      suite = /^## ([a-z]+)$/.exec(line)?.[1] ?? suite;
      return line.replace(
        /^\| `([a-z\d-]+)` \|/,
        (_, name: string) => `| [\`${name}\`](../../rules/${suite}/${name}.md) |`,
      );
    })
    .join('\n');
}
