import { dirname, resolve } from 'node:path';
import { isObject, type Json } from '../../model/json.js';
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

/** Makes the relative paths of a profile absolute, so that another profile in another folder can take them over. */
export function absolutizePaths(source: Source): Source {
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
