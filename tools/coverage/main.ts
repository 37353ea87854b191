import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { type DocumentCoverage, measureCoverage, renderCoverage } from './measure-coverage.js';

/** Prints how many operations of the OpenAPI documents in a folder an audit would call; nothing is requested. */
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('usage: npm run coverage -- FOLDER (of OpenAPI documents)\n');
  process.exit(2);
}
const cwd = resolve(folder);
const measured: DocumentCoverage[] = [];
for (const name of readdirSync(cwd).sort()) {
  if (/\.(json|ya?ml)$/.test(name)) measured.push(await measureCoverage(name, cwd));
}
process.stdout.write(renderCoverage(measured));
