import { getAtPointer, isObject, type Json } from '../json.js';

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
