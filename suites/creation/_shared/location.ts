import { type Collection, type Exchange, http, type Tools } from '#rule';

/**
 * The paths to which a Location may point under the base URL, most likely first (RFC 9110 §10.2.2: relative to the
 * target URI). The host is ignored, it may be internal; the part before the path of the collection belongs to the
 * base URL.
 */
export function listLocationPaths(location: string, { path }: Pick<Collection, 'path'>): string[] {
  const base = `http://service.invalid${path}`;
  if (!URL.canParse(location, base)) return [];
  const { pathname, search } = new URL(location, base);
  const start = pathname.indexOf(`${path}/`);
  if (start >= 0) return [pathname.slice(start) + search];
  const segments = pathname.split('/').slice(1);
  const strips = [0, 1, 2].filter((count) => count < segments.length);
  return strips.map((count) => `/${segments.slice(count).join('/')}${search}`);
}

/** GET of a Location: the first response with status 200, else the first response. Undefined where it cannot be followed. */
export async function followLocation(location: string, { client, collection }: Tools): Promise<Exchange | undefined> {
  let first: Exchange | undefined;
  for (const path of listLocationPaths(location, collection)) {
    const found = await client.send({ method: 'GET', path, headers: { 'cache-control': 'no-cache' } });
    if (http.hasStatus(found, 200)) return found;
    first ??= found;
  }
  return first;
}

/** Whether a Location names a host, which may differ from the one under test. */
export const isAbsolute = (location: string): boolean => /^([a-z][a-z0-9+.-]*:)?\/\//i.test(location);
