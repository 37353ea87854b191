import { findLoads } from './find-loads.js';
import type { Registry } from './registry.js';
import { resolveModule } from './resolve-load.js';
import type { SourceFiles } from './source-files.js';

/** The files that gather faults, dialects, worlds, hostile and leaky services. */
const registryFiles = [
  'src/demo/faults/shipped-faults.ts',
  'tools/faults/all-faults.ts',
  'src/demo/variants/variants.ts',
  'src/demo/worlds/outside.ts',
  'src/demo/worlds/inside/inside.ts',
  'tools/hostile/service/hostile-services.ts',
  'tools/leftovers/leaks/all-leaks.ts',
];

/** Finds out which file defines what, by loading the files that a registry imports. */
export const loadRegistries = (files: SourceFiles): Promise<Registry[]> =>
  Promise.all(registryFiles.map((file) => loadRegistry(file, files)));

async function loadRegistry(file: string, files: SourceFiles): Promise<Registry> {
  const text = files.read(file) ?? '';
  const { modules } = findLoads(text);
  const resolved = modules.flatMap((name) => resolveModule(file, name, files) ?? []);
  const paths = resolved.flatMap((one) => ('file' in one ? [one.file] : []));
  const definitions = paths.map(async (path) => [path, findNames(Object.values(await load(path)))] as const);
  const own = findNames(Object.values(await load(file))).filter((name) => text.includes(`'${name}'`));
  return { file, definitions: new Map([[file, own], ...(await Promise.all(definitions))]) };
}

/** Loads a source as this file was loaded: itself, or what was built from it. */
function load(path: string): Promise<Record<string, unknown>> {
  const built = import.meta.url.endsWith('.ts') ? path : path.replace(/\.ts$/, '.js');
  return import(new URL(`../../../${built}`, import.meta.url).href);
}

/** The names of exported definitions, in lists or alone. */
function findNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(findNames);
  if (typeof value !== 'object' || value === null) return [];
  return 'name' in value && typeof value.name === 'string' ? [value.name] : [];
}
