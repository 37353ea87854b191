import { readFileSync } from 'node:fs';
import { prepareNotes } from './prepare-notes.js';

/** `npm run --silent release:notes -- TAG`: prints the notes of a release, or exits 1 with what is missing for it. */
const [tag = ''] = process.argv.slice(2);
const [manifest, changelog] = ['package.json', 'CHANGELOG.md'].map((file) => readFileSync(file, 'utf8')) as [
  string,
  string,
];
try {
  process.stdout.write(`${prepareNotes({ tag, manifest: JSON.parse(manifest), changelog })}\n`);
} catch (reason) {
  process.stderr.write(`${(reason as Error).message}\n`);
  process.exitCode = 1;
}
