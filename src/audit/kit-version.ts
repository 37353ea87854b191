import { readFileSync } from 'node:fs';

/** Returns the version of the kit, from its package. */
export function readKitVersion(): string {
  const up = import.meta.url.endsWith('.ts') ? '../../package.json' : '../../../package.json';
  return JSON.parse(readFileSync(new URL(up, import.meta.url), 'utf8')).version;
}
