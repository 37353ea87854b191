import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** All that loading a built file loads with it, by path or package name. */
function loadedWith(file: string, loaded = new Set<string>()): Set<string> {
  loaded.add(file);
  for (const [, to = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\s(?:[^'"();]*?\sfrom\s)?'([^']+)'/gm,
  )) {
    const target = to.startsWith('.') ? join(dirname(file), to) : to;
    if (loaded.has(target)) continue;
    if (to.startsWith('.')) loadedWith(target, loaded);
    else loaded.add(target);
  }
  return loaded;
}

test('until a command is chosen, no library but commander is loaded', () => {
  const loaded = [...loadedWith(fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url)))];
  expect(loaded.filter((name) => !name.startsWith('/') && !name.startsWith('node:'))).toEqual(['commander']);
  expect(loaded.filter((name) => name.startsWith('/')).length).toBeLessThan(40);
});
