import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { renderReferencePages } from './pages.js';

/** `npm run reference`: generates the pages of the reference from the code. */
const { positionals } = parseArgs({ allowPositionals: true });
const [folder = 'docs/reference'] = positionals;
const pages = await renderReferencePages();
rmSync(folder, { recursive: true, force: true });
for (const [path, text] of pages) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
process.stdout.write(`${pages.size} pages written to ${folder}\n`);
