import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { dialects } from '../proving/index.js';

/** Writes the profile that declares the chosen dialects of the demo, where one of them must be declared; gives its path. */
export function declareDialects(chosen: readonly string[], folder: string): string | undefined {
  const parts = dialects.filter(({ name }) => chosen.includes(name)).flatMap(({ profile }) => profile ?? []);
  if (parts.length === 0) return undefined;
  const file = resolve(folder, 'demo-profile.json');
  writeFileSync(file, `${JSON.stringify(mergeAll(parts), null, 2)}\n`);
  return file;
}

/** Objects member by member; what is no object is taken from the later one. */
function mergeAll(parts: readonly object[]): object {
  const merged: Record<string, unknown> = {};
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    const before = merged[name];
    const areObjects = [before, value].every((one) => typeof one === 'object' && one !== null && !Array.isArray(one));
    merged[name] = areObjects ? mergeAll([before as object, value as object]) : value;
  }
  return merged;
}
