import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { layOutPages } from './lay-out-pages.js';

/** `npm run docs`: builds the documentation site into `site/dist`. */
const root = process.cwd();
const vitepress = join(root, 'site/node_modules/vitepress/bin/vitepress.js');
if (existsSync(vitepress)) {
  const pages = join(root, 'site/pages');
  rmSync(pages, { recursive: true, force: true });
  const files = await layOutPages(root);
  for (const [path, content] of files) {
    mkdirSync(dirname(join(pages, path)), { recursive: true });
    writeFileSync(join(pages, path), content);
  }
  const { status } = spawnSync(process.execPath, [vitepress, 'build', 'site'], { cwd: root, stdio: 'inherit' });
  process.stdout.write(status === 0 ? `${files.size} files laid out, the site is in site/dist\n` : '');
  process.exitCode = status ?? 1;
} else {
  process.stderr.write('the generator of the site is not installed: npm run docs:install\n');
  process.exitCode = 2;
}
