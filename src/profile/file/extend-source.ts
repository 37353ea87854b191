import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { isObject, type Json } from '../../model/json.js';
import { ProfileError } from '../../model/profile/profile-error.js';
import { mergeSources } from './merge-sources.js';
import type { Source } from './source.js';

/** Keys whose values are files or folders; `*` is any member or entry. */
const pathKeys: readonly (readonly string[])[] = [
  ['openapi'],
  ['auth', 'file'],
  ['auth', 'credentials', '*', 'certificate', '*'],
  ['tls', 'ca'],
  ['tls', 'ca', '*'],
  ['tls', 'cert'],
  ['tls', 'key'],
  ['tls', 'pfx'],
  ['rules', 'folders', '*'],
];

/** Members of certificates that are no files. */
const plainKeys = new Set(['passphrase']);

/** Merges a profile with those that it extends, whose paths stay relative to them. Throws {@link ProfileError}. */
export async function extendSource(
  source: Source,
  load: (path: string) => Promise<Source>,
  within: readonly string[] = [],
): Promise<Source> {
  // Other values are left to the check against the schema.
  const names = [getExtended(source.value) ?? []].flat().filter((name): name is string => typeof name === 'string');
  if (names.length === 0) return source;
  const chain = [...within, source.path];
  let merged: Source | undefined;
  for (const [index, name] of names.entries()) {
    const tokens = Array.isArray(getExtended(source.value)) ? ['extends', String(index)] : ['extends'];
    const fail = (message: string): never => {
      throw new ProfileError([source.problem(tokens, message)]);
    };
    const path = findExtended(name, source.path) ?? fail(`${name}: no such file or package, seen from ${source.file}`);
    if (chain.includes(path)) fail(`${name} extends this profile itself`);
    const base = absolutizePaths(await extendSource(await load(path), load, chain));
    merged = merged === undefined ? base : mergeSources(merged, base);
  }
  return merged === undefined ? source : mergeSources(merged, source);
}

const getExtended = (value: Json): Json | undefined => (isObject(value) ? value.extends : undefined);

/** A path that begins with a dot or a slash is relative to the profile; any other name is that of a package. */
function findExtended(name: string, from: string): string | undefined {
  if (/^(\.{0,2}\/|[A-Za-z]:[\\/])/.test(name)) {
    const path = resolve(dirname(from), name);
    return existsSync(path) ? path : undefined;
  }
  try {
    return createRequire(from).resolve(name);
  } catch {
    return undefined;
  }
}

/** Makes the relative paths of a profile absolute, so that another profile in another folder can take them over. */
function absolutizePaths(source: Source): Source {
  const folder = dirname(source.path);
  const value = pathKeys.reduce((all, keys) => mapAt(all, keys, (text) => toAbsolute(text, folder)), source.value);
  return { ...source, value };
}

/** A URL, and a path that begins with a variable, say themselves where they are. */
const toAbsolute = (text: string, folder: string): string =>
  /^([A-Za-z][\w+.-]+:\/\/|\$\{)/.test(text) ? text : resolve(folder, text);

function mapAt(value: Json, keys: readonly string[], map: (text: string) => string): Json {
  const [key, ...rest] = keys;
  if (key === undefined) return typeof value === 'string' ? map(value) : value;
  if (Array.isArray(value)) return key === '*' ? value.map((entry: Json) => mapAt(entry, rest, map)) : value;
  if (!isObject(value)) return value;
  const isMeant = (name: string) => (key === '*' ? !plainKeys.has(name) : name === key);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, isMeant(name) ? mapAt(member, rest, map) : member]),
  );
}
