import { buildPointer, getAtPointer, isObject, type Json, parsePointer } from '../json.js';

/**
 * The id that a representation carries, as it stands there. A pointer may lead through what items travel in, as
 * `/data/id` does, and entries of a list stand bare: there it is looked for without what comes first.
 */
export function readItemId(representation: Json | undefined, pointer: string): string | number | undefined {
  const tokens = parsePointer(pointer);
  for (let skipped = 0; skipped < Math.max(tokens.length, 1); skipped += 1) {
    const found = getAtPointer(representation, buildPointer(tokens.slice(skipped)));
    if (typeof found === 'string' || typeof found === 'number') return found;
  }
  return undefined;
}

/** What the member is called by which one thing is told from others, and that is no pointer to another thing. */
const idNamePattern =
  /^(((document|public|external|object|entry|resource|global|short|unique)?(id|uuid|guid))|[sg]id|key|slug|handle)$/;

/** What it may be called where nothing else would do. */
const fallbackIdNamePattern = /^(code|number|name)$/;

/** JSON Pointers to the members that may tell a thing from others, likeliest first; `noun` is what such things are called. */
export function listIdPointers(shown: Json | undefined, noun: string): string[] {
  if (!isObject(shown)) return [];
  const one = normalizeName(noun).replace(/ies$/, 'y').replace(/s$/, '');
  const own = new Set(['id', 'uuid', 'guid', 'key', 'number', 'code'].map((word) => one + word));
  const names = Object.keys(shown).filter((name) => isIdValue(shown[name]));
  const usual = names.filter((name) => idNamePattern.test(normalizeName(name)) || own.has(normalizeName(name)));
  return [...usual, ...names.filter((name) => fallbackIdNamePattern.test(normalizeName(name)))].map((name) =>
    buildPointer([name]),
  );
}

const normalizeName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const isIdValue = (value: Json | undefined): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value !== '' && value.length <= 200);
