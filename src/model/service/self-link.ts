import { getAtPointer, isObject, type Json } from '../json.js';

/** Places of the URL of a representation in itself, most likely first. */
const selfLinkPointers = [
  ...['/_links/self/href', '/links/self/href', '/links/self', '/_links/self', '/self', '/href', '/url', '/uri'],
  ...['/resource_uri', '/@id', '/self/href', '/@odata.id'],
];

/** Returns the texts of a representation that may be its own URL. */
export const listSelfLinks = (shown: Json | undefined): string[] =>
  [...selfLinkPointers.map((place) => getAtPointer(shown, place)), findSelfLink(getAtPointer(shown, '/links'))].filter(
    (value): value is string => typeof value === 'string',
  );

function findSelfLink(links: Json | undefined): Json | undefined {
  const self = Array.isArray(links) ? links.find((link: Json) => isObject(link) && link.rel === 'self') : undefined;
  return getAtPointer(self as Json | undefined, '/href');
}
