/** Characters that RFC 3986 allows in a URI; brackets only around an address. */
const authorityPattern = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;
const forbiddenPattern = /%(?![0-9a-f]{2})|[^A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]/giu;

/** Encodes a URL as RFC 3986 requires; characters sent raw are escaped, and nothing else changes, dot segments neither. */
export function toUri(url: string): string {
  const start = authorityPattern.exec(url)?.[0] ?? '';
  const [before, ...fragments] = url.slice(start.length).split('#');
  const fragment = fragments.length > 0 ? `#${fragments.map(escapeForbidden).join('%23')}` : '';
  return `${start.replace(/[^A-Za-z0-9\-._~:/@!$&'()*+,;=%[\]]/gu, escapeForbidden)}${escapeForbidden(before ?? '')}${fragment}`;
}

/** Returns the parameters of the query, decoded. */
export function parseQuery(url: string): { name: string; value: string }[] {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
}

const escapeForbidden = (text: string): string =>
  text.replace(forbiddenPattern, (part) => encodeURIComponent(part.replace(/\p{Cs}/gu, '\ufffd')));
