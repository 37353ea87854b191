import { type Dirent, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { escapeRegExp } from '../../model/escapes.js';

/** Lists the files of a glob by name. `*` is a part of a name, `**` any folders; hidden ones need their names. */
export function expandGlob(folder: string, glob: string): string[] {
  const steps = glob.split('/').filter((step) => step !== '' && step !== '.');
  return walk(glob.startsWith('/') ? '/' : resolve(folder), steps).sort();
}

function walk(folder: string, [step, ...rest]: readonly string[]): string[] {
  if (step === undefined) return [];
  if (step === '..') return walk(resolve(folder, '..'), rest);
  const entries = listEntries(folder);
  if (step === '**') {
    const below = entries.filter((entry) => entry.isDirectory() && !isSkipped(entry));
    return [
      ...new Set([...walk(folder, rest), ...below.flatMap(({ name }) => walk(join(folder, name), ['**', ...rest]))]),
    ];
  }
  const pattern = new RegExp(`^${step.split('*').map(escapeRegExp).join('[^/]*')}$`);
  const isMeant = (entry: Dirent) => pattern.test(entry.name) && (!step.includes('*') || !isSkipped(entry));
  return entries.filter(isMeant).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (rest.length === 0) return entry.isDirectory() ? [] : [path];
    return entry.isDirectory() ? walk(path, rest) : [];
  });
}

const isSkipped = ({ name }: Dirent): boolean => name.startsWith('.') || name === 'node_modules';

function listEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
