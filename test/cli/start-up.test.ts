import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/** All that loading a built file loads with it, by path or package name. */
function loadedWith(file: string, loaded = new Set<string>()): Set<string> {
  loaded.add(file);
  for (const [, to = ''] of readFileSync(file, 'utf8').matchAll(
    /^(?:import|export)\s(?:[^'"();]*?\sfrom\s)?["']([^"']+)["']/gm,
  )) {
    const target = to.startsWith('.') ? join(dirname(file), to) : to;
    if (loaded.has(target)) continue;
    if (to.startsWith('.')) loadedWith(target, loaded);
    else loaded.add(target);
  }
  return loaded;
}

const bundle = fileURLToPath(new URL('../../dist/bundle/', import.meta.url));

const librariesOf = (loaded: readonly string[]): string[] =>
  loaded.filter((name) => !name.startsWith('/') && !name.startsWith('node:'));

test('loads no library before a command is chosen', () => {
  const loaded = [...loadedWith(join(bundle, 'src/cli/main.js'))];
  expect(librariesOf(loaded)).toEqual([]);
  expect(loaded.filter((name) => name.startsWith('/')).length).toBeLessThan(6);
});

test('loads what a run needs after its first request when it is needed: survey, trials, formats, parsers, most of undici', () => {
  const loaded = [...loadedWith(join(bundle, 'chunks/run-audit.js'))];
  expect(librariesOf(loaded)).toEqual(['fast-check']);
  expect(loaded.filter((name) => name.startsWith('/')).length).toBeLessThan(15);
  const texts = loaded.filter((name) => name.startsWith('/')).map((file) => readFileSync(file, 'utf8'));
  expect(texts.filter((text) => /^\/\/ src\/rule\//m.test(text))).not.toEqual([]);
  const later = /^\/\/ src\/(report\/(html|junit|sarif)|run\/(trial|cleanup|schedule)|survey\/(items|paging))\//m;
  expect(texts.filter((text) => later.test(text))).toEqual([]);
});

test('a program that imports the library, or the API of rules, loads nothing of the command line', () => {
  for (const entry of ['src/index.js', 'src/rule/index.js'])
    expect([...loadedWith(join(bundle, entry))].filter((file) => /start\.js$|-command\.js$/.test(file))).toEqual([]);
});

test('the pool of undici can be loaded alone', () => {
  const load = createRequire(import.meta.url);
  expect(load('undici/lib/dispatcher/pool.js')).toBe(load('undici').Pool);
});
