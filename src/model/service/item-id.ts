import { buildPointer, getAtPointer, isObject, type Json } from '../json.js';
import { normalizeName } from '../normalize-name.js';

/**
 * Reads the id of a representation. A pointer may lead through an envelope, as `/data/id`; entries of a list have none,
 * so the first step is then skipped. A text with half a character is no id: no URI can name it (RFC 3986 §2.5).
 */
export function readItemId(representation: Json | undefined, pointer: string): string | number | undefined {
  for (let rest = pointer; ; ) {
    const found = getAtPointer(representation, rest);
    if (typeof found === 'number' || (typeof found === 'string' && !/\p{Surrogate}/u.test(found))) return found;
    const next = rest.indexOf('/', 1);
    if (next === -1) return undefined;
    rest = rest.slice(next);
  }
}

/** Names of members that identify an item and do not refer to another one. */
const idNamePattern =
  /^(((document|public|external|object|entry|resource|global|short|unique)?(id|uuid|guid))|[sg]id|key|slug|handle)$/;

/** Names of identifying members when there is no better one. */
const fallbackIdNamePattern = /^(code|number|name)$/;

/** JSON Pointers to possible id members, most likely first; `noun` names the items. */
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

const isIdValue = (value: Json | undefined): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value !== '' && value.length <= 200);

/** Places of the URL of a representation in itself, most likely first. */
const selfLinkPointers = [
  ...['/_links/self/href', '/links/self/href', '/links/self', '/_links/self', '/self', '/href', '/url', '/uri'],
  ...['/resource_uri', '/@id', '/self/href', '/@odata.id'],
];

/** Returns the texts of a representation that may be its own URL. */
export function listSelfLinks(shown: Json | undefined): string[] {
  if (!isObject(shown)) return [];
  const texts: string[] = [];
  for (const place of selfLinkPointers) {
    const text = getAtPointer(shown, place);
    if (typeof text === 'string') texts.push(text);
  }
  const links: readonly Json[] = Array.isArray(shown.links) ? shown.links : [];
  const self = links.find((link) => isObject(link) && link.rel === 'self');
  const text = getAtPointer(self, '/href');
  return typeof text === 'string' ? [...texts, text] : texts;
}
