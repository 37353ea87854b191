import { at, isObject, type Json, pointerOf, tokensOf } from '../json.js';

/**
 * The id that a representation carries, as it stands there. A pointer may lead through what items travel in, as
 * `/data/id` does, and entries of a list stand bare: there it is looked for without what comes first.
 */
export function ownId(representation: Json | undefined, pointer: string): string | number | undefined {
  const tokens = tokensOf(pointer);
  for (let skipped = 0; skipped < Math.max(tokens.length, 1); skipped += 1) {
    const found = at(representation, pointerOf(tokens.slice(skipped)));
    if (typeof found === 'string' || typeof found === 'number') return found;
  }
  return undefined;
}

/** What the member is called by which one thing is told from others, and that is no pointer to another thing. */
const idNames =
  /^(((document|public|external|object|entry|resource|global|short|unique)?(id|uuid|guid))|[sg]id|key|slug|handle)$/;

/** What it may be called where nothing else would do. */
const lastNames = /^(code|number|name)$/;

/** JSON Pointers to the members that may tell a thing from others, likeliest first; `noun` is what such things are called. */
export function idPlacesIn(shown: Json | undefined, noun: string): string[] {
  if (!isObject(shown)) return [];
  const one = plain(noun).replace(/ies$/, 'y').replace(/s$/, '');
  const own = new Set(['id', 'uuid', 'guid', 'key', 'number', 'code'].map((word) => one + word));
  const names = Object.keys(shown).filter((name) => isTelling(shown[name]));
  const usual = names.filter((name) => idNames.test(plain(name)) || own.has(plain(name)));
  return [...usual, ...names.filter((name) => lastNames.test(plain(name)))].map((name) => pointerOf([name]));
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const isTelling = (value: Json | undefined): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value !== '' && value.length <= 200);
