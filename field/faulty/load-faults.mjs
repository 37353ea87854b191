import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { applyEdits } from './apply-edits.mjs';

const field = new URL('../', import.meta.url);

/** The names of all services that have faults, which are the folders beside this one with `faults/index.mjs`. */
export const listServices = () =>
  readdirSync(field).filter((name) => existsSync(new URL(`${name}/faults/index.mjs`, field)));

/** The folder of a service as a file URL. */
export const locateService = (name) => new URL(`${name}/`, field);

/** All faults of a service, in the order in which it lists them. */
export async function loadFaults(name) {
  const { default: faults } = await import(new URL('faults/index.mjs', locateService(name)));
  return faults;
}

/**
 * The edits of a fault by the URL of the file that they change.
 *
 * @throws Error if a text to find does not occur exactly once in its file
 */
export function groupEdits(name, { edits }) {
  const files = [...new Set(edits.map(({ file }) => file))];
  const byUrl = files.map((file) => [new URL(file, locateService(name)), edits.filter((edit) => edit.file === file)]);
  for (const [url, list] of byUrl) applyEdits(readFileSync(url, 'utf8'), list);
  return Object.fromEntries(byUrl.map(([url, list]) => [url.href, list]));
}
